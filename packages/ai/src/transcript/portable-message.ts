import type {
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ThinkingContent,
  ToolCall,
} from "../messages.ts";
import { portableToolCallId, portableToolName } from "./call-ids.ts";
import type { ModelMemory } from "./model-memory.ts";
import { sessionContent } from "./session-text.ts";

/** Who reads a transcript. One that has a `memory` must not change between its requests. */
export interface TranscriptReader {
  /** The wire. */
  readonly api: string;
  readonly model: string;
  /** When known, thinking of the same model at another provider is foreign. */
  readonly provider?: string | undefined;
  /** With `false` a short text stands in for each image. Default true. */
  readonly supportsImages?: boolean | undefined;
  /** What becomes of another model's thinking. Default `drop`; `text` shows it as the text it is. */
  readonly foreignThinking?: "drop" | "text" | undefined;
  /** Makes an id valid; must keep different ids different. Default `portableToolCallId`. */
  readonly toolCallId?: ((id: string) => string) | undefined;
  /** Keeps what was made of a message for the next request, and knows what the provider rejected. */
  readonly memory?: ModelMemory | undefined;
}

/** `id` is valid for the reader and unique in the transcript; `recordedId` is what the record says. */
export interface PortableToolCall extends ToolCall {
  readonly recordedId: string;
}

/** `isOwn`: written by the reader itself. Signatures are there only then. `content` is never empty. */
export interface PortableAssistant {
  readonly role: "assistant";
  readonly content: readonly (TextContent | ThinkingContent | PortableToolCall)[];
  readonly isOwn: boolean;
}

/** `content` is never empty and holds no blank text. */
export interface PortableUser {
  readonly role: "user";
  readonly content: readonly (TextContent | ImageContent)[];
}

/** `content` is never empty: a result without output says `(no output)`. */
export interface PortableToolResult {
  readonly role: "toolResult";
  readonly toolCallId: string;
  readonly toolName: string;
  readonly content: readonly (TextContent | ImageContent)[];
  readonly isError: boolean;
}

/** A message as it may be shown to the reader: session roles are user text, nothing in it is blank or foreign. */
export type PortableMessage = PortableUser | PortableAssistant | PortableToolResult;

/** One message as the reader may be shown it; `ids` are those of its calls in order, or of its one result. */
export function portableMessage(
  message: Message,
  reader: TranscriptReader,
  ids: readonly string[],
): PortableMessage | undefined {
  if (message.role === "assistant") return portableReply(message, reader, ids);
  if (message.role === "toolResult") {
    const { toolCallId, toolName, isError } = message;
    const content = shownContent(message.content, reader);
    return {
      role: "toolResult",
      toolCallId: ids[0] ?? (reader.toolCallId ?? portableToolCallId)(toolCallId),
      toolName: portableToolName(toolName),
      content: content.length === 0 ? [{ type: "text", text: "(no output)" }] : content,
      isError,
    };
  }
  const given = message.role === "user" ? message.content : sessionContent(message);
  const content = shownContent(
    typeof given === "string" ? [{ type: "text", text: given }] : given,
    reader,
  );
  return content.length === 0 ? undefined : { role: "user", content };
}

function portableReply(
  message: AssistantMessage,
  reader: TranscriptReader,
  ids: readonly string[],
): PortableAssistant | undefined {
  const isOwn = isWrittenBy(message, reader);
  const content: PortableAssistant["content"][number][] = [];
  let call = 0;
  for (const block of message.content) {
    if (block.type === "toolCall") {
      const { thoughtSignature, ...rest } = block;
      const signature = keptSignature(thoughtSignature, isOwn, reader);
      content.push({
        ...rest,
        id: ids[call++] ?? block.id,
        recordedId: block.id,
        name: portableToolName(block.name),
        ...(signature !== undefined && { thoughtSignature: signature }),
      });
    } else if (block.type === "text") {
      const textSignature = keptSignature(block.textSignature, isOwn, reader);
      if (block.text.trim() === "" && textSignature === undefined) continue;
      content.push({
        type: "text",
        text: block.text,
        ...(textSignature !== undefined && { textSignature }),
      });
    } else {
      content.push(...shownThinking(block, isOwn, reader));
    }
  }
  return content.length === 0 ? undefined : { role: "assistant", content, isOwn };
}

/** Signed thinking goes back unchanged to whoever signed it, unless it was refused there. */
function shownThinking(
  block: ThinkingContent,
  isOwn: boolean,
  reader: TranscriptReader,
): (TextContent | ThinkingContent)[] {
  if (isOwn) {
    const { thinkingSignature: signature } = block;
    if (signature !== undefined && reader.memory?.rejected.has(signature) === true) return [];
    return block.thinking.trim() === "" && signature === undefined ? [] : [block];
  }
  const isShown = reader.foreignThinking === "text" && block.redacted !== true;
  return isShown && block.thinking.trim() !== "" ? [{ type: "text", text: block.thinking }] : [];
}

function keptSignature(
  signature: string | undefined,
  isOwn: boolean,
  reader: TranscriptReader,
): string | undefined {
  if (!isOwn || signature === undefined) return undefined;
  return reader.memory?.rejected.has(signature) === true ? undefined : signature;
}

function isWrittenBy(message: AssistantMessage, reader: TranscriptReader): boolean {
  const { api, model, provider } = message;
  if (api !== reader.api || model !== reader.model) return false;
  return provider === undefined || reader.provider === undefined || provider === reader.provider;
}

function shownContent(
  content: readonly (TextContent | ImageContent)[],
  reader: TranscriptReader,
): (TextContent | ImageContent)[] {
  return content.flatMap((block): (TextContent | ImageContent)[] => {
    if (block.type === "text") {
      return block.text.trim() === "" ? [] : [{ type: "text", text: block.text }];
    }
    const reason = whyNotShown(block, reader);
    return reason === undefined ? [block] : [{ type: "text", text: omittedText(block, reason) }];
  });
}

function whyNotShown(image: ImageContent, reader: TranscriptReader): string | undefined {
  if (reader.supportsImages === false) return "this model cannot see images";
  if (image.data === "") return "it is empty";
  return reader.memory?.rejected.has(image.data) === true ? "the provider rejected it" : undefined;
}

function omittedText(image: ImageContent, reason: string): string {
  const kilobytes = Math.ceil((image.data.length * 3) / 4 / 1000);
  return `[Image left out: ${reason}. ${image.mimeType}, ${kilobytes} kB.]`;
}
