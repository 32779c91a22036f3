import type { AssistantMessage, ImageContent, Message, ToolCall } from "../../src/index.ts";

/** Messages for tests of what a provider is shown. */
export function said(text: string): Message {
  return { role: "user", content: text, timestamp: 1 };
}

export function image(data: string): ImageContent {
  return { type: "image", data, mimeType: "image/png" };
}

export function shown(...content: (string | ImageContent)[]): Message {
  return {
    role: "user",
    content: content.map((block) =>
      typeof block === "string" ? { type: "text", text: block } : block,
    ),
    timestamp: 1,
  };
}

export function replied(
  content: AssistantMessage["content"],
  origin: Partial<AssistantMessage> = {},
): AssistantMessage {
  return { role: "assistant", content, stopReason: "stop", ...origin };
}

export function call(id: string, name = "read", rest: Partial<ToolCall> = {}): ToolCall {
  return { type: "toolCall", id, name, arguments: {}, ...rest };
}

export function result(id: string, ...content: (string | ImageContent)[]): Message {
  return {
    role: "toolResult",
    toolCallId: id,
    toolName: "read",
    content: content.map((block) =>
      typeof block === "string" ? { type: "text", text: block } : block,
    ),
    isError: false,
    timestamp: 1,
  };
}

/** As recording leaves it. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}
