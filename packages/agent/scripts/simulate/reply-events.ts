import type { AssistantEvent, AssistantMessage, ToolCall } from "@tau-ts/ai";
import type { CallPlan, ReplyPlan } from "./scenario.ts";

/** The whole reply of a plan. */
export function messageOf(plan: ReplyPlan): AssistantMessage {
  const content: AssistantMessage["content"] = [{ type: "text", text: "Let me see." }];
  content.push(...plan.calls.map(callOf));
  return { role: "assistant", content, stopReason: stopReasonOf(plan), ...failureOf(plan) };
}

/** The events of a reply, each made when it is due, because they share the message that grows. */
export function* streamed(
  message: AssistantMessage,
  hasDeltas: boolean,
): Generator<() => AssistantEvent> {
  if (hasDeltas) yield* deltas(message);
  yield () =>
    message.stopReason === "error" || message.stopReason === "aborted"
      ? { type: "error", reason: message.stopReason, error: message }
      : { type: "done", reason: message.stopReason, message };
}

function* deltas(message: AssistantMessage): Generator<() => AssistantEvent> {
  const partial: AssistantMessage = { ...message, content: [] };
  yield () => ({ type: "start", partial });
  for (const [contentIndex, block] of message.content.entries()) {
    if (block.type === "text") {
      const text = { type: "text" as const, text: "" };
      yield () => (partial.content.push(text), { type: "text_start", contentIndex, partial });
      for (const delta of block.text.split(/(?<= )/u))
        yield () => ((text.text += delta), { type: "text_delta", contentIndex, delta, partial });
      yield () => ({ type: "text_end", contentIndex, content: text.text, partial });
    } else if (block.type === "toolCall") {
      const toolCall: ToolCall = { ...block, arguments: {} };
      yield () => (
        partial.content.push(toolCall),
        { type: "toolcall_start", contentIndex, partial }
      );
      const delta = JSON.stringify(block.arguments);
      yield () => ({ type: "toolcall_delta", contentIndex, delta, partial });
      yield () => {
        toolCall.arguments = block.arguments;
        return { type: "toolcall_end", contentIndex, toolCall, partial };
      };
    }
  }
}

function callOf(plan: CallPlan): ToolCall {
  const { id, behaviour, hasBadArguments } = plan;
  return {
    type: "toolCall",
    id,
    name: plan.tool,
    arguments: hasBadArguments ? { behaviour: [] } : { behaviour },
  };
}

function stopReasonOf({ kind }: ReplyPlan): AssistantMessage["stopReason"] {
  if (kind === "calls") return "toolUse";
  if (kind === "cut-off") return "length";
  return kind === "fails" || kind === "overflow" ? "error" : "stop";
}

function failureOf({ kind }: ReplyPlan): Partial<AssistantMessage> {
  if (kind === "fails") return { errorMessage: "the provider failed" };
  if (kind !== "overflow") return {};
  const diagnostics = [{ type: "provider_error", kind: "context-overflow" }];
  return { errorMessage: "the request is too long", diagnostics };
}
