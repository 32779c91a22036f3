/** Chunks of the chat wires, as text. */
type Json = Record<string, unknown>;

export function data(value: unknown): string {
  return `data: ${typeof value === "string" ? value : JSON.stringify(value)}\n\n`;
}

export const done: string = data("[DONE]");

/** A chunk with one choice. `more` goes beside the choices. */
export function chunk(delta: Json, finishReason: string | null = null, more: Json = {}): string {
  const choice = { index: 0, delta, finish_reason: finishReason };
  return data({
    id: "chat_1",
    object: "chat.completion.chunk",
    model: "chat-test",
    choices: [choice],
    ...more,
  });
}

export function content(text: string): string {
  return chunk({ content: text });
}

export function finish(reason: string, usage?: Json): string {
  return chunk({}, reason, usage === undefined ? {} : { usage });
}

/** A piece of a tool call. */
export function call(piece: Json, finishReason: string | null = null): string {
  return chunk({ tool_calls: [piece] }, finishReason);
}

/** A whole reply that says `text`. */
export function chatReply(text: string): string {
  return content(text) + finish("stop") + done;
}
