import type {
  AssistantContent,
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
} from "@tau-ts/ai";

/** What a long piece of a transcript is cut down to, by the kind of piece. The default leaves everything as it is. */
export type Shorten = (text: string, piece: "message" | "result") => string;

/**
 * A transcript as text: what each side said, which tools were called with which arguments, what they answered. The form
 * that estimates count and that a summariser reads. An image reads `[image image/png]`; its data is left out, as is
 * what the user kept from the model.
 */
export function renderTranscript(messages: readonly Message[]): string {
  return messages
    .map((message) => renderMessage(message))
    .filter((text) => text !== "")
    .join(SEPARATOR);
}

/** What stands between two messages. */
export const SEPARATOR = "\n\n";

/** One message of {@link renderTranscript}; empty when there is nothing to show. */
export function renderMessage(message: Message, shorten: Shorten = (text) => text): string {
  switch (message.role) {
    case "user":
      return `User: ${shorten(contentText(message.content), "message")}`;
    case "assistant":
      return renderReply(message, shorten);
    case "toolResult": {
      const label = `Result of ${message.toolName}${message.isError ? " (error)" : ""}`;
      return `${label}: ${shorten(contentText(message.content), "result")}`;
    }
    case "bashExecution":
      if (message.excludeFromContext === true) return "";
      return `The user ran this command: ${message.command}\n${shorten(message.output, "result")}`;
    case "custom":
      return `Note (${message.customType}): ${shorten(contentText(message.content), "message")}`;
    case "branchSummary":
      return `Summary of a branch that was left: ${shorten(message.summary, "message")}`;
    case "compactionSummary":
      return `Summary of what came before: ${shorten(message.summary, "message")}`;
  }
}

function renderReply(message: AssistantMessage, shorten: Shorten): string {
  const pieces = message.content.map((block) => renderBlock(block, shorten));
  if (message.stopReason === "error" || message.stopReason === "aborted")
    pieces.push(`Assistant (${message.stopReason}): ${message.errorMessage ?? "no reason given"}`);
  return pieces.filter((text) => text !== "").join("\n");
}

function renderBlock(block: AssistantContent, shorten: Shorten): string {
  switch (block.type) {
    case "text":
      return block.text === "" ? "" : `Assistant: ${shorten(block.text, "message")}`;
    case "thinking":
      return block.thinking === ""
        ? ""
        : `Assistant (thinking): ${shorten(block.thinking, "message")}`;
    case "toolCall": {
      const callArguments = block.argumentsError ?? JSON.stringify(block.arguments);
      return `Assistant calls ${block.name}: ${shorten(callArguments, "message")}`;
    }
  }
}

function contentText(content: string | readonly (TextContent | ImageContent)[]): string {
  if (typeof content === "string") return content;
  return content
    .map((block) => (block.type === "text" ? block.text : `[image ${block.mimeType}]`))
    .join("\n");
}
