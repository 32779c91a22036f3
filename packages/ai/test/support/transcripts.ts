import type { AssistantMessage, ImageContent, Message } from "../../src/index.ts";

export const PNG: ImageContent = { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" };
export const PNG_URL = `data:image/png;base64,${PNG.data}`;

export const user = (content: Extract<Message, { role: "user" }>["content"]): Message => ({
  role: "user",
  content,
  timestamp: 1,
});

export const result = (
  id: string,
  content: string | Extract<Message, { role: "toolResult" }>["content"],
  isError = false,
): Message => ({
  role: "toolResult",
  toolCallId: id,
  toolName: "read",
  content:
    typeof content !== "string" ? content : content === "" ? [] : [{ type: "text", text: content }],
  isError,
  timestamp: 1,
});

export const reply = (
  content: AssistantMessage["content"],
  more: Partial<AssistantMessage> = {},
): AssistantMessage => ({ role: "assistant", content, stopReason: "stop", ...more });

export const calls = (...ids: string[]): AssistantMessage =>
  reply(
    ids.map((id) => ({ type: "toolCall", id, name: "read", arguments: { path: id } })),
    { stopReason: "toolUse" },
  );

export const readTool = {
  name: "read",
  description: "Reads.",
  parameters: { type: "object", properties: { path: { type: "string" } } },
};
