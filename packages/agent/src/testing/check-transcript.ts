import { toolCalls } from "@tau-ts/ai";
import type { AssistantMessage, Message } from "@tau-ts/ai";

/** What a strict provider would refuse about a transcript; empty when it would take it. */
export function transcriptProblems(messages: readonly Message[]): readonly string[] {
  const problems: string[] = [];
  if (messages[0]?.role === "assistant") problems.push("it begins with a reply");
  let expected: readonly string[] = [];
  for (const message of messages) {
    if (message.role === "toolResult") {
      const [next, ...others] = expected;
      if (next === undefined) problems.push(`a result without a call: ${message.toolCallId}`);
      else if (next !== message.toolCallId)
        problems.push(`a result of ${message.toolCallId} where one of ${next} belongs`);
      expected = others;
      if (isBlank(message.content)) problems.push(`an empty result of ${message.toolCallId}`);
      continue;
    }
    if (expected.length > 0) problems.push(`calls without a result: ${expected.join(", ")}`);
    expected = toolCalls(message).map((call) => call.id);
    if (message.role === "user" && isBlank(message.content)) problems.push("an empty user message");
    if (message.role === "assistant" && isEmptyFailure(message))
      problems.push("an empty failed reply");
  }
  if (expected.length > 0) problems.push(`calls without a result: ${expected.join(", ")}`);
  return problems;
}

function isBlank(content: string | readonly { readonly type: string; text?: string }[]): boolean {
  if (typeof content === "string") return content === "";
  return content.every((block) => block.type === "text" && block.text === "");
}

function isEmptyFailure({ stopReason, content }: AssistantMessage): boolean {
  return (stopReason === "error" || stopReason === "aborted") && content.length === 0;
}
