import type { JsonObject } from "../../json.ts";
import type { ImageContent, Message, TextContent } from "../../messages.ts";
import type {
  PortableAssistant,
  PortableMessage,
  PortableToolResult,
  TranscriptReader,
} from "../../transcript/portable-message.ts";
import { wireEntries, wireTurns } from "../../transcript/wire-entries.ts";

/** What differs between the models of this wire. */
export interface GoogleDialect {
  /** Calls and results carry the id of the call. */
  readonly hasCallIds: boolean;
  /** Images of a tool result sit inside it. */
  readonly imagesInResponse: boolean;
  /** Calls without a signature are refused. */
  readonly needsSignatures: boolean;
}

/** What the API takes in place of a signature for calls that were made by another model. */
const NO_SIGNATURE = "skip_thought_signature_validator";

/**
 * A transcript as `contents`. The results of a turn are one content of function responses only, as many as there were
 * calls; what the user said follows in a content of its own.
 */
export function googleContents(
  messages: readonly Message[],
  reader: TranscriptReader,
  dialect: GoogleDialect,
): JsonObject[] {
  const entries = wireEntries(messages, reader, (message) => partsOf(message, dialect));
  return wireTurns(entries, reader.memory, ({ role, results, words }) => {
    const responses = results.filter((part) => "functionResponse" in part);
    const images = results.filter((part) => !("functionResponse" in part));
    const name = role === "assistant" ? "model" : "user";
    return [responses, [...images, ...words]]
      .filter((parts) => parts.length > 0)
      .map((parts) => ({ role: name, parts }));
  });
}

function partsOf(message: PortableMessage, dialect: GoogleDialect): JsonObject[] {
  switch (message.role) {
    case "user":
      return message.content.map(shownPart);
    case "toolResult":
      return resultParts(message, dialect);
    case "assistant":
      return replyParts(message, dialect);
  }
}

function replyParts({ content }: PortableAssistant, dialect: GoogleDialect): JsonObject[] {
  // Of calls made side by side only the first one is signed.
  let needsSignature = dialect.needsSignatures;
  return content.flatMap((block): JsonObject[] => {
    switch (block.type) {
      case "text":
        return [signed({ text: block.text }, block.textSignature)];
      case "thinking": {
        const { thinking, thinkingSignature, redacted } = block;
        return redacted === true
          ? []
          : [signed({ text: thinking, thought: true }, thinkingSignature)];
      }
      case "toolCall": {
        const signature = block.thoughtSignature ?? (needsSignature ? NO_SIGNATURE : undefined);
        needsSignature = false;
        const args = block.argumentsError === undefined ? block.arguments : {};
        const id = dialect.hasCallIds && { id: block.id };
        return [signed({ functionCall: { ...id, name: block.name, args } }, signature)];
      }
    }
  });
}

function resultParts(message: PortableToolResult, dialect: GoogleDialect): JsonObject[] {
  const { content, toolCallId, toolName, isError } = message;
  const images = content.filter((block) => block.type === "image").map(shownPart);
  const texts = content.flatMap((block) => (block.type === "text" ? [block.text] : []));
  const text = texts.length > 0 ? texts.join("\n") : "(see the attached image)";
  const isInside = dialect.imagesInResponse && images.length > 0;
  const functionResponse: JsonObject = {
    ...(dialect.hasCallIds && { id: toolCallId }),
    name: toolName,
    response: isError ? { error: text } : { output: text },
    ...(isInside && { parts: images }),
  };
  return [{ functionResponse }, ...(isInside ? [] : images)];
}

function signed(part: JsonObject, signature: string | undefined): JsonObject {
  return signature === undefined ? part : { ...part, thoughtSignature: signature };
}

function shownPart(block: TextContent | ImageContent): JsonObject {
  return block.type === "text"
    ? { text: block.text }
    : { inlineData: { mimeType: block.mimeType, data: block.data } };
}
