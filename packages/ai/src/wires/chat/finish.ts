import { ProviderError, type ProviderErrorKind } from "../../errors.ts";
import type { DoneReason } from "../../stream/assistant-stream.ts";

const REASONS: ReadonlyMap<string, DoneReason> = new Map<string, DoneReason>([
  ["stop", "stop"],
  ["stop_sequence", "stop"],
  ["eos", "stop"],
  ["eos_token", "stop"],
  ["end_turn", "stop"],
  ["length", "length"],
  ["max_tokens", "length"],
  ["model_length", "length"],
  ["tool_calls", "toolUse"],
  ["tool_use", "toolUse"],
  ["function_call", "toolUse"],
]);

const FAILURES: ReadonlyMap<string, ProviderErrorKind> = new Map<string, ProviderErrorKind>([
  ["content_filter", "content-filter"],
  ["sensitive", "content-filter"],
  ["insufficient_system_resource", "overloaded"],
  ["error", "server"],
  ["abort", "server"],
  ["network_error", "server"],
]);

/** How a `finish_reason` ends a reply; `undefined` for an unknown one. Throws a ProviderError for a failure. */
export function doneReason(finishReason: string): DoneReason | undefined {
  const kind = FAILURES.get(finishReason);
  if (kind === undefined) return REASONS.get(finishReason);
  throw new ProviderError(`the provider ended the reply with the reason ${finishReason}`, {
    kind,
    retryable: kind !== "content-filter",
    code: finishReason,
  });
}
