import type { JsonObject, JsonValue } from "../../json.ts";
import type { ImageContent, Message } from "../../messages.ts";
import type {
  PortableAssistant,
  PortableMessage,
  PortableToolCall,
  PortableToolResult,
  TranscriptReader,
} from "../../transcript/portable-message.ts";
import { wireEntries, wireTurns } from "../../transcript/wire-entries.ts";
import type { WireTurn } from "../../transcript/wire-entry.ts";
import { imagesOf, joinedText, type UserContent } from "../content.ts";
import type { ChatCompat } from "./compat.ts";

/** What differs between the chat wires, beside what differs between their servers. */
export interface ChatDialect {
  readonly compat: ChatCompat;
  imagePart(image: ImageContent): JsonObject;
  /** `content` of a reply and the fields for its reasoning. `text` is its answer text, `""` if it has none. */
  replyFields(message: PortableAssistant, text: string): JsonObject;
}

/** The words between a tool result and a user message, where the two must not meet. */
const BRIDGE = "I have the tool results.";

/** A transcript as a chat wire takes it, without the system prompt. A message of which nothing remains is left out. */
export function chatMessagesOf(
  messages: readonly Message[],
  reader: TranscriptReader,
  dialect: ChatDialect,
): JsonObject[] {
  const entries = wireEntries(messages, reader, (message) => partsOf(message, dialect));
  return wireTurns(entries, reader.memory, (turn) => turnMessages(turn, dialect.compat));
}

/** Results first, then what is shown of their images, then what the user said. */
function turnMessages({ role, results, words }: WireTurn, compat: ChatCompat): JsonObject[] {
  if (role === "assistant") return [...words];
  const tools = results.filter((part) => part["role"] === "tool");
  const shown = [...results.filter((part) => part["role"] === "user"), ...words];
  const isMerged = compat.mergeUserMessages === true && shown.length > 1;
  const needsBridge =
    compat.assistantAfterToolResults === true && tools.length > 0 && shown.length > 0;
  return [
    ...tools,
    ...(needsBridge ? [{ role: "assistant", content: BRIDGE }] : []),
    ...(isMerged ? [{ role: "user", content: mergedContent(shown) }] : shown),
  ];
}

function mergedContent(messages: readonly JsonObject[]): JsonValue {
  const contents = messages.map((message) => message["content"] ?? "");
  if (contents.every((content) => typeof content === "string")) return contents.join("\n\n");
  return contents.flatMap((content): JsonValue[] =>
    Array.isArray(content) ? content : [{ type: "text", text: content }],
  );
}

function partsOf(message: PortableMessage, dialect: ChatDialect): JsonObject[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: userContent(message.content, dialect) }];
    case "toolResult":
      return resultParts(message, dialect);
    case "assistant":
      return replyParts(message, dialect);
  }
}

function replyParts(message: PortableAssistant, dialect: ChatDialect): JsonObject[] {
  const texts = message.content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const joined = texts.join("");
  const text = joined.trim() === "" ? "" : joined;
  const calls = message.content.filter((block) => block.type === "toolCall");
  if (text === "" && calls.length === 0) return [];
  return [
    {
      role: "assistant",
      ...dialect.replyFields(message, text),
      ...(calls.length > 0 && { tool_calls: calls.map(callField) }),
    },
  ];
}

function callField({ id, name, arguments: given, argumentsError }: PortableToolCall): JsonObject {
  const text = JSON.stringify(argumentsError === undefined ? given : {});
  return { id, type: "function", function: { name, arguments: text } };
}

function resultParts(message: PortableToolResult, dialect: ChatDialect): JsonObject[] {
  const { toolCallId, toolName, content } = message;
  const { compat } = dialect;
  const images = imagesOf(content);
  const isInline = compat.toolResultImages === "inline" && images.length > 0;
  const label = { type: "text" as const, text: `Image from the result of ${toolName}:` };
  const result: JsonObject = {
    role: "tool",
    tool_call_id: toolCallId,
    ...(compat.toolResultName === true && { name: toolName }),
    content: isInline
      ? contentParts(content, dialect)
      : joinedText(content) || "(see the attached image)",
  };
  if (isInline || images.length === 0) return [result];
  return [result, { role: "user", content: contentParts([label, ...images], dialect) }];
}

/** Plain text where that is enough: some servers know nothing else. */
function userContent(content: UserContent, dialect: ChatDialect): JsonValue {
  return imagesOf(content).length === 0 ? joinedText(content) : contentParts(content, dialect);
}

function contentParts(content: UserContent, dialect: ChatDialect): JsonValue[] {
  return content.map((block) =>
    block.type === "text" ? { type: "text", text: block.text } : dialect.imagePart(block),
  );
}
