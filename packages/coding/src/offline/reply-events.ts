import type { AssistantEvent, AssistantMessage, TextContent, ToolCall } from "@tau-ts/ai";

const charactersPerDelta = 24;

/**
 * Streams a finished reply of one block the way a provider would: `start`, the block in deltas, and one terminal. When
 * `signal` aborts on the way, the terminal is `error` with reason `aborted`, and a call that was not complete is left out.
 * `message` is the live object: it grows with the events.
 */
export function* replyEvents(
  message: AssistantMessage,
  block: TextContent | ToolCall,
  signal: AbortSignal | undefined,
): Generator<AssistantEvent, void> {
  const events = blockEvents(message, block);
  let isCallComplete = false;
  // The signal is looked at before the message grows, so that it holds what was handed out and no more.
  for (;;) {
    if (signal?.aborted) break;
    const { value: event, done } = events.next();
    if (done === true) {
      const reason = block.type === "toolCall" ? "toolUse" : "stop";
      message.stopReason = reason;
      yield { type: "done", reason, message };
      return;
    }
    isCallComplete ||= event.type === "toolcall_end";
    yield event;
  }
  if (!isCallComplete) {
    message.content = message.content.filter((content) => content.type !== "toolCall");
  }
  message.stopReason = "aborted";
  message.errorMessage = "Operation aborted";
  yield { type: "error", reason: "aborted", error: message };
}

/** A reply that fails before it began. */
export function failureEvent(message: AssistantMessage, text: string): AssistantEvent {
  message.stopReason = "error";
  message.errorMessage = text;
  return { type: "error", reason: "error", error: message };
}

function* blockEvents(
  partial: AssistantMessage,
  block: TextContent | ToolCall,
): Generator<AssistantEvent, void> {
  yield { type: "start", partial };
  const contentIndex = partial.content.length;
  if (block.type === "text") {
    const growing: TextContent = { type: "text", text: "" };
    partial.content.push(growing);
    yield { type: "text_start", contentIndex, partial };
    for (const delta of deltas(block.text)) {
      growing.text += delta;
      yield { type: "text_delta", contentIndex, delta, partial };
    }
    yield { type: "text_end", contentIndex, content: block.text, partial };
    return;
  }
  partial.content.push({ ...block, arguments: {} });
  yield { type: "toolcall_start", contentIndex, partial };
  for (const delta of deltas(JSON.stringify(block.arguments))) {
    yield { type: "toolcall_delta", contentIndex, delta, partial };
  }
  partial.content[contentIndex] = block;
  yield { type: "toolcall_end", contentIndex, toolCall: block, partial };
}

/** Whole characters only. */
function deltas(text: string): readonly string[] {
  const characters = Array.from(text);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += charactersPerDelta) {
    pieces.push(characters.slice(at, at + charactersPerDelta).join(""));
  }
  return pieces;
}
