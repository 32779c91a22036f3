import { abortText } from "./call/abort-text.ts";
import { errorFromDiagnostics, thrownText } from "./errors.ts";
import type { AssistantEvent } from "./events.ts";
import { leave } from "./forget.ts";
import { failedMessage, type AssistantMessage } from "./messages.ts";
import type { Model, ModelRequest } from "./model.ts";

/**
 * One whole reply, from any model. Never rejects for a provider's failure: look at `stopReason`. With `throwOnError` a
 * failure is thrown as a ProviderError, and a stop as the signal's reason (or an `AbortError`).
 */
export async function complete(
  model: Model,
  request: ModelRequest,
  options: { readonly throwOnError?: boolean | undefined } = {},
): Promise<AssistantMessage> {
  const message = await lastMessage(model, request);
  if (options.throwOnError !== true) return message;
  const text = message.errorMessage ?? "the model failed without saying why";
  if (message.stopReason === "aborted") throw abortError(request.signal, text);
  if (message.stopReason === "error") throw errorFromDiagnostics(text, message.diagnostics);
  return message;
}

/** Models are foreign code: one may throw, or end without a terminal. */
async function lastMessage(model: Model, request: ModelRequest): Promise<AssistantMessage> {
  const { signal } = request;
  try {
    const events = model.stream(request)[Symbol.asyncIterator]();
    for (;;) {
      const step = await events.next();
      if (step.done === true) break;
      const message = terminalMessage(step.value);
      if (message === undefined) continue;
      leave(() => events);
      return message;
    }
  } catch (thrown) {
    if (signal?.aborted !== true) return failedMessage(thrownText(thrown));
  }
  return signal?.aborted === true
    ? failedMessage(abortText(signal), "aborted")
    : failedMessage("stream ended without a terminal event");
}

function terminalMessage(event: AssistantEvent): AssistantMessage | undefined {
  if (event.type === "done") return event.message;
  return event.type === "error" ? event.error : undefined;
}

function abortError(signal: AbortSignal | undefined, text: string): Error {
  if (signal?.reason instanceof Error) return signal.reason;
  const error = new Error(text);
  error.name = "AbortError";
  return error;
}
