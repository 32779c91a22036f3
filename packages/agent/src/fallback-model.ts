import type { AssistantEvent, ErrorInfo, Model, ModelRequest } from "@tau-ts/ai";

/** Failures of a provider that another provider may not have. */
const worthAnother: ReadonlySet<unknown> = new Set(["overloaded", "quota", "network"]);

/**
 * A model that tries others, in order, when one is overloaded, out of quota or out of reach, after its own retries and
 * before anything of its reply has arrived. Each switch is announced with a `fallback` event.
 */
export function fallbackModel(first: Model, ...others: readonly Model[]): Model {
  return {
    info: first.info,
    stream: (request) => tryEach([first, ...others], request),
    prepare: (request) => first.prepare?.(request),
  };
}

async function* tryEach(
  models: readonly Model[],
  request: ModelRequest,
): AsyncGenerator<AssistantEvent> {
  for (const [index, model] of models.entries()) {
    const next = models[index + 1];
    let failure: ErrorInfo | undefined;
    let hasContent = false;
    for await (const event of model.stream(request)) {
      failure = hasContent || request.signal?.aborted ? undefined : failureOf(event);
      if (failure && next) break;
      hasContent ||= event.type !== "start" && event.type !== "retry";
      yield event;
    }
    if (!failure || !next) return;
    yield { type: "fallback", from: nameOf(model), to: nameOf(next), error: failure };
  }
}

/** The failure that ended a reply, when it is one that another model may not have. */
function failureOf(event: AssistantEvent): ErrorInfo | undefined {
  if (event.type !== "error" || event.reason !== "error") return undefined;
  const { diagnostics, errorMessage, content } = event.error;
  const kind = diagnostics?.find((diagnostic) => diagnostic.type === "provider_error")?.["kind"];
  if (content.length > 0 || typeof kind !== "string" || !worthAnother.has(kind)) return undefined;
  return { kind, message: errorMessage ?? kind };
}

function nameOf({ info }: Model): string {
  return [info?.provider, info?.id].filter(Boolean).join("/") || "unnamed model";
}
