/** Server-sent events of the Messages API, as text. */
type Json = Record<string, unknown>;

export function event(data: Json): string {
  return `event: ${String(data["type"])}\ndata: ${JSON.stringify(data)}\n\n`;
}

export const messageStart: string = event({
  type: "message_start",
  message: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-test",
    content: [],
    stop_reason: null,
    usage: { input_tokens: 7, output_tokens: 1 },
  },
});
export const ping: string = event({ type: "ping" });
export const messageStop: string = event({ type: "message_stop" });

export function blockStart(index: number, block: Json): string {
  return event({ type: "content_block_start", index, content_block: block });
}

export function blockDelta(index: number, delta: Json): string {
  return event({ type: "content_block_delta", index, delta });
}

export function blockStop(index: number): string {
  return event({ type: "content_block_stop", index });
}

export function messageDelta(
  stopReason: string | null,
  usage: Json = { output_tokens: 5 },
): string {
  return event({ type: "message_delta", delta: { stop_reason: stopReason }, usage });
}

export function textDelta(text: string, index = 0): string {
  return blockDelta(index, { type: "text_delta", text });
}

export function textBlock(text: string, index = 0): string {
  return blockStart(index, { type: "text", text: "" }) + textDelta(text, index) + blockStop(index);
}

export function toolBlock(fragments: readonly string[], index = 0, id = `toolu_${index}`): string {
  const deltas = fragments.map((partial_json) =>
    blockDelta(index, { type: "input_json_delta", partial_json }),
  );
  const start = blockStart(index, { type: "tool_use", id, name: "read", input: {} });
  return start + deltas.join("") + blockStop(index);
}

export function errorEvent(type: string, message: string): string {
  return event({ type: "error", error: { type, message } });
}

/** A whole reply that says `text`. */
export function textReply(text: string): string {
  return messageStart + textBlock(text) + messageDelta("end_turn") + messageStop;
}

export const overloaded: string = errorEvent("overloaded_error", "Overloaded");
