/** Events of the Generative Language API, as text. */
type Json = Record<string, unknown>;

export function event(data: Json): string {
  return `data: ${JSON.stringify(data)}\r\n\r\n`;
}

export function parts(list: readonly Json[], more: Json = {}, rest: Json = {}): string {
  const candidate = { content: { role: "model", parts: list }, index: 0, ...more };
  return event({ candidates: [candidate], responseId: "r1", modelVersion: "gemini-test", ...rest });
}

export function stop(
  reason = "STOP",
  usage: Json = { promptTokenCount: 7, candidatesTokenCount: 5 },
): string {
  return parts([], { finishReason: reason }, { usageMetadata: usage });
}

export function textReply(text: string): string {
  return parts([{ text }]) + stop();
}
