import type { AssistantEvent, Model, ModelRequest } from "@tau-ts/ai";

/** Whether failed model calls are repeated, for the models of one session. */
export class RetrySwitch {
  isOn = true;
  readonly #waiting = new Set<AbortController>();

  /** Gives up the repeat that is waited for, if there is one: the call then ends with its failure. */
  abort(): void {
    for (const controller of this.#waiting) controller.abort();
  }

  /** A model whose calls give up as soon as they would be repeated, while the switch is off. */
  wrap(model: Model): Model {
    return {
      get info() {
        return model.info;
      },
      stream: (request) => this.#stream(model, request),
    };
  }

  async *#stream(model: Model, request: ModelRequest): AsyncGenerator<AssistantEvent, undefined> {
    const controller = new AbortController();
    const forward = (): void => controller.abort(request.signal?.reason);
    request.signal?.addEventListener("abort", forward);
    if (request.signal?.aborted) forward();
    let failure: string | undefined;
    try {
      for await (const event of model.stream({ ...request, signal: controller.signal })) {
        if (event.type === "retry") {
          failure = event.error.message;
          if (this.isOn) this.#waiting.add(controller);
          else controller.abort();
          if (this.isOn) yield event;
          continue;
        }
        this.#waiting.delete(controller);
        const isGivenUp =
          event.type === "error" && event.reason === "aborted" && !request.signal?.aborted;
        if (isGivenUp && failure !== undefined)
          yield {
            ...event,
            reason: "error",
            error: { ...event.error, stopReason: "error", errorMessage: failure },
          };
        else yield event;
      }
    } finally {
      this.#waiting.delete(controller);
      request.signal?.removeEventListener("abort", forward);
    }
    return undefined;
  }
}
