import { TIMER_MAX_MS } from "../sleep.ts";

/** `aborted`: the caller's signal. `left`: the consumer of the events went away. */
export type StopCause = "aborted" | "left";

/** What a wait came to, in place of the awaited value, when the call was stopped meanwhile. */
export const STOPPED: unique symbol = Symbol("stopped");
/** What a wait came to, in place of the awaited value, when its time limit passed. */
export const TIMED_OUT: unique symbol = Symbol("timed out");

/**
 * The one place of a call that knows whether it should go on. Everything that is awaited is awaited through `wait`,
 * which comes back at once when the call is stopped, however deaf the awaited thing is.
 */
export class StopSwitch {
  readonly #caller: AbortSignal | undefined;
  /** Follows the switch, so that foreign code can be handed a signal. */
  readonly #controller = new AbortController();
  #cause: StopCause | undefined;
  #wake: (() => void) | undefined;
  /** Closes what is open, at once and without waiting for the next pull. */
  teardown: (() => void) | undefined;

  constructor(caller: AbortSignal | undefined) {
    this.#caller = caller;
  }

  get cause(): StopCause | undefined {
    return this.#cause;
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Starts to listen to the caller's signal; `dispose` ends that. */
  arm(): void {
    if (this.#caller?.aborted === true) this.stop("aborted");
    else this.#caller?.addEventListener("abort", this.#onAbort);
  }

  dispose(): void {
    this.#caller?.removeEventListener("abort", this.#onAbort);
    this.teardown = undefined;
  }

  /** The first cause wins. */
  stop(cause: StopCause): void {
    if (this.#cause !== undefined) return;
    this.#cause = cause;
    this.#wake?.();
    this.teardown?.();
    this.#controller.abort(stopReason());
  }

  /**
   * The value of a promise, `STOPPED` as soon as the call is stopped, or `TIMED_OUT` after `limitMs` (Infinity: never).
   * Rejects as the promise does; when nobody waits for the promise any more its rejection is dropped.
   */
  wait<Value>(
    promise: PromiseLike<Value>,
    limitMs: number = Infinity,
  ): Promise<Value | typeof STOPPED | typeof TIMED_OUT> {
    return new Promise((resolve, reject) => {
      const timer =
        limitMs < TIMER_MAX_MS
          ? setTimeout(() => settle(() => resolve(TIMED_OUT)), Math.max(limitMs, 0))
          : undefined;
      let waiting = true;
      const settle = (outcome: () => void): void => {
        if (!waiting) return;
        waiting = false;
        clearTimeout(timer);
        this.#wake = undefined;
        outcome();
      };
      promise.then(
        (value) => settle(() => resolve(value)),
        (error: unknown) => settle(() => reject(error)),
      );
      if (this.#cause === undefined) this.#wake = () => settle(() => resolve(STOPPED));
      else settle(() => resolve(STOPPED));
    });
  }

  readonly #onAbort = (): void => this.stop("aborted");
}

/** What a transport is told. Always an Error: some transports reject with the reason itself. */
export function stopReason(): Error {
  const reason = new Error("the request was stopped");
  reason.name = "AbortError";
  return reason;
}
