import type {
  AssistantMessage,
  ImageContent,
  Message,
  ToolCall,
  ToolResultMessage,
  UserMessage,
} from "../../src/index.ts";

export const PNG: ImageContent = image("iVBORw0KGgo=");
export const PNG_URL = `data:image/png;base64,${PNG.data}`;

export const readTool = {
  name: "read",
  description: "Reads.",
  parameters: { type: "object", properties: { path: { type: "string" } } },
};

/** Messages for tests of what a provider is shown. */
export function said(content: UserMessage["content"]): Message {
  return { role: "user", content, timestamp: 1 };
}

export function image(data: string): ImageContent {
  return { type: "image", data, mimeType: "image/png" };
}

export function shown(...content: (string | ImageContent)[]): Message {
  return {
    role: "user",
    content: blocks(content),
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

/** A reply that asks for `read` once for each id, with the id as the path. */
export function calls(...ids: string[]): AssistantMessage {
  return replied(
    ids.map((id) => call(id, "read", { arguments: { path: id } })),
    { stopReason: "toolUse" },
  );
}

/** What the call of this id gave back; nothing without content. */
export function result(id: string, ...content: (string | ImageContent)[]): ToolResultMessage {
  return {
    role: "toolResult",
    toolCallId: id,
    toolName: "read",
    content: blocks(content),
    isError: false,
    timestamp: 1,
  };
}

function blocks(content: readonly (string | ImageContent)[]): ToolResultMessage["content"] {
  return content.map((block) =>
    typeof block === "string" ? { type: "text", text: block } : block,
  );
}

/** As recording leaves it. */
export function frozen<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}
