import { isJsonObject, type JsonObject } from "../../json.ts";
import type { ImageContent, Message, TextContent, ThinkingContent } from "../../messages.ts";
import type {
  PortableAssistant,
  PortableMessage,
  PortableToolCall,
  PortableToolResult,
  TranscriptReader,
} from "../../transcript/portable-message.ts";
import { wireEntries, wireTurns } from "../../transcript/wire-entries.ts";
import { dataUrl, imagesOf, joinedText, type UserContent } from "../content.ts";
import { itemIdOf } from "./call-ids.ts";
import type { OpenAIResponsesCompat } from "./compat.ts";

/** A transcript as `input`: one item for each thing said, thought, called or answered. */
export function responsesInput(
  messages: readonly Message[],
  reader: TranscriptReader,
  compat: OpenAIResponsesCompat,
): JsonObject[] {
  const entries = wireEntries(messages, reader, (message) => itemsOf(message, compat));
  return wireTurns(entries, reader.memory, ({ results, words }) => {
    const outputs = results.filter((item) => item["type"] === "function_call_output");
    const images = results.filter((item) => item["type"] !== "function_call_output");
    return [...outputs, ...images, ...words];
  });
}

function itemsOf(message: PortableMessage, compat: OpenAIResponsesCompat): JsonObject[] {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: message.content.map(inputPart) }];
    case "toolResult":
      return resultItems(message, compat);
    case "assistant":
      return replyItems(message, compat);
  }
}

/** A reasoning item belongs to the item behind it and is refused without one. */
function replyItems(
  { content, isOwn }: PortableAssistant,
  compat: OpenAIResponsesCompat,
): JsonObject[] {
  const items = content.flatMap((block): JsonObject[] => {
    switch (block.type) {
      case "text":
        return textItems(block);
      case "thinking":
        return reasoningItems(block, compat);
      case "toolCall":
        return [callItem(block, isOwn)];
    }
  });
  return items.slice(0, items.findLastIndex((item) => item["type"] !== "reasoning") + 1);
}

/** The signature of a text is the rest of its item: its id, and its phase if it has one. */
function textItems({ text, textSignature }: TextContent): JsonObject[] {
  if (text.trim() === "") return [];
  const { id, phase } = parsedObject(textSignature) ?? {};
  return [
    {
      type: "message",
      role: "assistant",
      ...(typeof id === "string" && { id }),
      ...(typeof phase === "string" && { phase }),
      status: "completed",
      content: [{ type: "output_text", text, annotations: [] }],
    },
  ];
}

/** The signature of thinking is its item. Without encrypted content the server would look for it in its store. */
function reasoningItems(
  { thinkingSignature }: ThinkingContent,
  { plainReasoning, supportsReasoning }: OpenAIResponsesCompat,
): JsonObject[] {
  const item = parsedObject(thinkingSignature);
  if (item?.["type"] !== "reasoning" || supportsReasoning === false) return [];
  const isEncrypted = typeof item["encrypted_content"] === "string";
  return isEncrypted || plainReasoning === true ? [item] : [];
}

/** Another model's item must not be named: its id stands for reasoning that is not sent. */
function callItem(call: PortableToolCall, isOwn: boolean): JsonObject {
  const itemId = isOwn ? itemIdOf(call.recordedId) : undefined;
  return {
    type: "function_call",
    ...(itemId !== undefined && { id: itemId }),
    call_id: call.id,
    name: call.name,
    arguments: JSON.stringify(call.argumentsError === undefined ? call.arguments : {}),
  };
}

function resultItems(
  { toolCallId, toolName, content }: PortableToolResult,
  { toolResultImages }: OpenAIResponsesCompat,
): JsonObject[] {
  const images = imagesOf(content);
  const isInline = toolResultImages !== "userMessage" && images.length > 0;
  const result = {
    type: "function_call_output",
    call_id: toolCallId,
    output: isInline ? content.map(inputPart) : joinedText(content) || "(see the attached image)",
  };
  if (isInline || images.length === 0) return [result];
  const label = { type: "text" as const, text: `Image from the result of ${toolName}:` };
  const shown: UserContent = [label, ...images];
  return [result, { role: "user", content: shown.map(inputPart) }];
}

function inputPart(block: TextContent | ImageContent): JsonObject {
  return block.type === "text"
    ? { type: "input_text", text: block.text }
    : { type: "input_image", image_url: dataUrl(block), detail: "auto" };
}

function parsedObject(signature: string | undefined): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(signature ?? "");
    return isJsonObject(value) ? value : undefined;
  } catch {
    // Not JSON: the signature of another kind of provider.
    return undefined;
  }
}
