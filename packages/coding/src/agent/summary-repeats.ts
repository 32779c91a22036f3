import type { AssistantEvent, Model, ModelRequest } from "@tau-ts/ai";
import type { AgentSessionEvent, SummaryPurpose } from "./agent-events.ts";

/** A model whose repeated calls are told of as repeats of a summary's call: they belong to no run. */
export function tellingRepeats(
  model: Model,
  purpose: SummaryPurpose,
  tell: (event: AgentSessionEvent) => void,
): Model {
  return {
    get info() {
      return model.info;
    },
    stream: (request) => told(model, request, purpose, tell),
  };
}

async function* told(
  model: Model,
  request: ModelRequest,
  purpose: SummaryPurpose,
  tell: (event: AgentSessionEvent) => void,
): AsyncGenerator<AssistantEvent, undefined> {
  let isWaiting = false;
  let hasRepeats = false;
  try {
    for await (const event of model.stream(request)) {
      // A stop ends the wait, and nothing is asked again.
      const isStopped = event.type === "error" && event.reason === "aborted";
      if (isWaiting && !isStopped) tell({ type: "summarization_retry_attempt_start", ...purpose });
      isWaiting = event.type === "retry";
      if (event.type === "retry") {
        hasRepeats = true;
        tell({
          type: "summarization_retry_scheduled",
          attempt: event.attempt - 1,
          maxAttempts: event.maxAttempts - 1,
          delayMs: event.delayMs,
          errorMessage: event.error.message,
        });
      }
      yield event;
    }
  } finally {
    if (hasRepeats) tell({ type: "summarization_retry_finished" });
  }
  return undefined;
}
