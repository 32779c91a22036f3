import type { JsonObject } from "../../json.ts";
import type { ImageContent, Message, TextContent, ThinkingContent } from "../../messages.ts";
import type {
  PortableMessage,
  PortableToolCall,
  TranscriptReader,
} from "../../transcript/portable-message.ts";
import { wireEntries, wireTurns } from "../../transcript/wire-entries.ts";
import type { AnthropicMessagesCompat } from "./compat.ts";

/** A transcript as the Messages API takes it: everything between two replies is one user message, tool results first. */
export function anthropicTurns(
  messages: readonly Message[],
  reader: TranscriptReader,
  compat: AnthropicMessagesCompat,
): JsonObject[] {
  const entries = wireEntries(messages, reader, (message) => partsOf(message, compat));
  return wireTurns(entries, reader.memory, ({ role, results, words }) => [
    { role, content: [...results, ...words] },
  ]);
}

function partsOf(message: PortableMessage, compat: AnthropicMessagesCompat): JsonObject[] {
  switch (message.role) {
    case "user":
      return message.content.map(shownPart);
    case "toolResult":
      return [
        {
          type: "tool_result",
          tool_use_id: message.toolCallId,
          content: message.content.map(shownPart),
          is_error: message.isError,
        },
      ];
    case "assistant":
      return message.content.flatMap((block) => assistantPart(block, compat));
  }
}

function assistantPart(
  block: TextContent | ThinkingContent | PortableToolCall,
  compat: AnthropicMessagesCompat,
): JsonObject[] {
  switch (block.type) {
    case "text":
      // A signature on text is of another wire; the API refuses text without words.
      return block.text.trim() === "" ? [] : [{ type: "text", text: block.text }];
    case "toolCall": {
      const input = block.argumentsError === undefined ? block.arguments : {};
      return [{ type: "tool_use", id: block.id, name: block.name, input }];
    }
    case "thinking": {
      const { thinking, redacted } = block;
      const signature =
        block.thinkingSignature ?? (compat.allowEmptySignature === true ? "" : undefined);
      if (signature === undefined) return [];
      return redacted === true
        ? [{ type: "redacted_thinking", data: signature }]
        : [{ type: "thinking", thinking, signature }];
    }
  }
}

function shownPart(block: TextContent | ImageContent): JsonObject {
  return block.type === "text"
    ? { type: "text", text: block.text }
    : {
        type: "image",
        source: { type: "base64", media_type: block.mimeType, data: block.data },
      };
}
