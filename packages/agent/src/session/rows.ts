import { userMessage } from "@tau-ts/ai";
import type { AssistantContent, ImageContent, Message, TextContent } from "@tau-ts/ai";
import { recorded } from "../recorded.ts";
import { isKnownEntry } from "./entries.ts";
import type { CompactionEntry, ContextEditEntry, KnownEntry, SessionEntry } from "./entries.ts";

/** A message in view and the entry it comes from. The row of a summary has the id of its compaction entry. */
export interface SessionRow {
  readonly id: string;
  readonly message: Message;
}

/** What stands before the summary in the user message that takes the place of older entries. */
export const SUMMARY_PREFIX = "Previous conversation summary:\n";

/**
 * What a path reads as: its messages in order, where the last compaction stands in for the entries before the one it
 * keeps first. Entries without a message, and messages of roles that are not known, have no row. Linear.
 */
export function rowsOf(path: readonly SessionEntry[]): SessionRow[] {
  const entries = path.map((entry) => (isKnownEntry(entry) ? entry : undefined));
  const edits = new Map<string, ContextEditEntry["replacement"]>();
  for (const entry of entries)
    if (entry?.type === "context_edit") edits.set(entry.targetId, entry.replacement);
  const { rows, start } = summaries(path, entries);
  for (const entry of entries.slice(start)) {
    if (entry === undefined || entry.type === "compaction") continue;
    const message = messageOf(entry);
    const visible = message && editedMessage(message, edits.get(entry.id));
    if (visible) rows.push({ id: entry.id, message: visible });
  }
  return rows;
}

/**
 * The rows of the summaries in force and the place on the path from which entries are kept. A compaction that keeps
 * from an older compaction on keeps what that one read as; every step goes towards the root, so this ends.
 */
function summaries(
  path: readonly SessionEntry[],
  entries: readonly (KnownEntry | undefined)[],
): { rows: SessionRow[]; start: number } {
  const rows: SessionRow[] = [];
  let at = entries.findLastIndex((entry) => entry?.type === "compaction");
  for (;;) {
    const entry = entries[at];
    if (entry?.type !== "compaction") return { rows, start: Math.max(at, 0) };
    rows.push({ id: entry.id, message: summaryMessage(entry) });
    const kept = lastIndexBefore(path, entry.firstKeptEntryId, at);
    if (kept === -1) return { rows, start: at + 1 };
    at = kept;
  }
}

function lastIndexBefore(path: readonly SessionEntry[], id: string, end: number): number {
  for (let index = end - 1; index >= 0; index -= 1) if (path[index]?.id === id) return index;
  return -1;
}

function summaryMessage(entry: CompactionEntry): Message {
  return recorded(userMessage(SUMMARY_PREFIX + entry.summary, milliseconds(entry.timestamp)));
}

type Content = NonNullable<ContextEditEntry["replacement"]>["content"];

/** The message an entry reads as, if it reads as one. */
function messageOf(entry: KnownEntry): Message | undefined {
  switch (entry.type) {
    case "message":
      return entry.message;
    case "branch_summary":
      return recorded({
        role: "branchSummary",
        summary: entry.summary,
        fromId: entry.fromId ?? "root",
        timestamp: milliseconds(entry.timestamp),
      });
    case "custom_message":
      return recorded({
        role: "custom",
        customType: entry.customType,
        content: entry.content,
        display: entry.display,
        ...(entry.details === undefined ? {} : { details: entry.details }),
        timestamp: milliseconds(entry.timestamp),
      });
    case "compaction":
    case "model_change":
    case "thinking_level_change":
    case "label":
    case "session_info":
    case "custom":
    case "context_edit":
      return undefined;
  }
}

function editedMessage(
  message: Message,
  replacement: ContextEditEntry["replacement"] | undefined,
): Message | undefined {
  if (replacement === undefined) return message;
  if (replacement === null) return undefined;
  const { content } = replacement;
  switch (message.role) {
    case "user":
    case "custom":
      return recorded({ ...message, content: shownBlocks(content) });
    case "toolResult":
      return recorded({ ...message, content: blocks(shownBlocks(content)) });
    case "assistant":
      return recorded({ ...message, content: blocks(content).filter(isSpoken) });
    case "bashExecution":
    case "branchSummary":
    case "compactionSummary":
      return message;
  }
}

function blocks<Block>(content: string | readonly Block[]): (Block | TextContent)[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : [...content];
}

/** What may stand in a message of the user or in a result. */
function shownBlocks(content: Content): string | (TextContent | ImageContent)[] {
  if (typeof content === "string") return content;
  return content.filter((block) => block.type === "text" || block.type === "image");
}

/** What may stand in a reply. */
function isSpoken(block: AssistantContent | ImageContent): block is AssistantContent {
  return block.type !== "image";
}

function milliseconds(timestamp: string): number {
  const time = Date.parse(timestamp);
  return Number.isNaN(time) ? 0 : time;
}
