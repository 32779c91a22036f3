import { isKnownEntry } from "@tau-ts/agent";
import type { SessionEntry } from "@tau-ts/agent";
import type { AssistantMessage, ImageContent, Message, TextContent } from "@tau-ts/ai";

/** One thing to show, whatever the format. */
export type Block =
  | { readonly kind: "heading"; readonly role: Role; readonly note: string }
  /** Words that a model or a person wrote, as Markdown most often. */
  | { readonly kind: "prose"; readonly text: string }
  | { readonly kind: "thinking"; readonly text: string }
  /** Text to be shown letter by letter. */
  | {
      readonly kind: "code";
      readonly title: string;
      readonly text: string;
      readonly isFolded: boolean;
    }
  | { readonly kind: "image"; readonly image: ImageContent }
  | { readonly kind: "notice"; readonly text: string };

export type Role = keyof typeof roleTitles;

/** What stands above a block, by whose it is. */
export const roleTitles = {
  user: "User",
  assistant: "Assistant",
  tool: "Tool",
  shell: "Shell",
  summary: "Summary",
  application: "Application",
} as const;

/** Text of more characters is folded. */
const longText = 2000;

/** What there is to show of an entry; nothing for what only programs read. */
export function blocksOf(entry: SessionEntry): readonly Block[] {
  if (!isKnownEntry(entry)) return [];
  switch (entry.type) {
    case "message":
      return messageBlocks(entry.message);
    case "compaction":
      return [heading("summary", "of what came before"), { kind: "prose", text: entry.summary }];
    case "branch_summary":
      return [
        heading("summary", "of a branch that was left"),
        { kind: "prose", text: entry.summary },
      ];
    case "custom_message":
      return entry.display
        ? [heading("application", entry.customType), ...contentBlocks(entry.content)]
        : [];
    case "model_change":
      return [{ kind: "notice", text: `Model: ${entry.provider}/${entry.modelId}` }];
    case "thinking_level_change":
      return [{ kind: "notice", text: `Thinking: ${entry.thinkingLevel}` }];
    case "label":
    case "session_info":
    case "custom":
    case "context_edit":
      return [];
  }
}

function messageBlocks(message: Message): readonly Block[] {
  switch (message.role) {
    case "user":
      return [heading("user"), ...contentBlocks(message.content)];
    case "assistant":
      return [heading("assistant", message.model ?? ""), ...replyBlocks(message)];
    case "toolResult":
      return [
        heading("tool", `${message.toolName}${message.isError ? " (error)" : ""}`),
        ...message.content.map((block): Block =>
          block.type === "text"
            ? {
                kind: "code",
                title: "result",
                text: block.text,
                isFolded: block.text.length > longText,
              }
            : { kind: "image", image: block },
        ),
      ];
    case "bashExecution": {
      const { command, output, exitCode, cancelled } = message;
      const ending = cancelled ? "cancelled" : `exit code ${exitCode ?? "unknown"}`;
      return [
        heading("shell", ending),
        { kind: "code", title: "command", text: command, isFolded: false },
        { kind: "code", title: "output", text: output, isFolded: output.length > longText },
      ];
    }
    case "custom":
      return message.display
        ? [heading("application", message.customType), ...contentBlocks(message.content)]
        : [];
    case "branchSummary":
    case "compactionSummary":
      return [heading("summary"), { kind: "prose", text: message.summary }];
  }
}

function replyBlocks(message: AssistantMessage): Block[] {
  const blocks = message.content.map((block): Block => {
    if (block.type === "text") return { kind: "prose", text: block.text };
    if (block.type === "thinking")
      return { kind: "thinking", text: block.redacted === true ? "(redacted)" : block.thinking };
    const text = block.argumentsError ?? JSON.stringify(block.arguments, undefined, 2);
    return { kind: "code", title: `call ${block.name}`, text, isFolded: text.length > longText };
  });
  const { stopReason, errorMessage } = message;
  if (stopReason === "error" || stopReason === "aborted")
    blocks.push({
      kind: "notice",
      text: `${stopReason}: ${errorMessage ?? "no reason was given"}`,
    });
  if (stopReason === "length")
    blocks.push({ kind: "notice", text: "The reply was cut off by the output limit." });
  return blocks.filter((block) => !("text" in block) || block.text !== "");
}

function contentBlocks(content: string | readonly (TextContent | ImageContent)[]): Block[] {
  if (typeof content === "string") return [{ kind: "prose", text: content }];
  return content.map((block): Block =>
    block.type === "text" ? { kind: "prose", text: block.text } : { kind: "image", image: block },
  );
}

function heading(role: Role, note = ""): Block {
  return { kind: "heading", role, note };
}
