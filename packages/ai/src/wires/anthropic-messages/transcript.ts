import type { JsonObject, JsonValue } from "../../json.ts";
import type {
  AssistantContent,
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ToolResultMessage,
} from "../../messages.ts";
import { portableToolCallId } from "../../portable.ts";
import { sessionContent } from "../../session-text.ts";

/** Who reads the transcript: thinking goes back only to the model that wrote it. */
export interface Reader {
  readonly api: string;
  readonly model: string;
}

/**
 * A transcript as the Messages API takes it. Everything between two replies is one user message, tool results first.
 * Blank text is left out, and so is a message of which nothing remains.
 */
export function anthropicMessagesOf(messages: readonly Message[], reader: Reader): JsonValue[] {
  const result: JsonValue[] = [];
  let toolResults: JsonValue[] = [];
  let words: JsonValue[] = [];
  const flush = (): void => {
    const content = [...toolResults, ...words];
    if (content.length > 0) result.push({ role: "user", content });
    toolResults = [];
    words = [];
  };
  for (const message of messages) {
    switch (message.role) {
      case "assistant": {
        const content = message.content.flatMap((block) => assistantBlock(block, message, reader));
        if (content.length === 0) break;
        flush();
        result.push({ role: "assistant", content });
        break;
      }
      case "toolResult":
        toolResults.push(toolResultBlock(message));
        break;
      case "user":
        words.push(...userBlocks(message.content));
        break;
      case "bashExecution":
      case "custom":
      case "branchSummary":
      case "compactionSummary":
        words.push(...userBlocks(sessionContent(message)));
    }
  }
  flush();
  return result;
}

function assistantBlock(
  block: AssistantContent,
  message: AssistantMessage,
  reader: Reader,
): JsonObject[] {
  if (block.type === "text") {
    return block.text.trim() === "" ? [] : [{ type: "text", text: block.text }];
  }
  if (block.type === "toolCall") {
    const id = portableToolCallId(block.id);
    const input = block.argumentsError === undefined ? block.arguments : {};
    return [{ type: "tool_use", id, name: block.name, input }];
  }
  const isOwn = message.api === reader.api && message.model === reader.model;
  const { thinking, thinkingSignature: signature, redacted } = block;
  if (!isOwn || signature === undefined) return [];
  return redacted === true
    ? [{ type: "redacted_thinking", data: signature }]
    : [{ type: "thinking", thinking, signature }];
}

function toolResultBlock(message: ToolResultMessage): JsonObject {
  const content = userBlocks(message.content);
  return {
    type: "tool_result",
    tool_use_id: portableToolCallId(message.toolCallId),
    content: content.length === 0 ? [{ type: "text", text: "(no output)" }] : content,
    is_error: message.isError,
  };
}

function userBlocks(content: string | readonly (TextContent | ImageContent)[]): JsonObject[] {
  const blocks: readonly (TextContent | ImageContent)[] =
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  return blocks.flatMap((block): JsonObject[] => {
    if (block.type === "text") {
      return block.text.trim() === "" ? [] : [{ type: "text", text: block.text }];
    }
    const source = { type: "base64", media_type: block.mimeType, data: block.data };
    return [{ type: "image", source }];
  });
}
