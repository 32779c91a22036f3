import type { JsonValue, Message, Usage } from "@tau-ts/ai";
import type { NewEntry, SessionEntry } from "./entries.ts";
import type { SessionRow } from "./rows.ts";

/** What may be told about a compaction beside its summary. */
export interface CompactionFacts {
  /** Tokens in view before. Written as 0 when left out. */
  readonly tokensBefore?: number | undefined;
  /** For programs; a model never sees it. */
  readonly details?: JsonValue | undefined;
  /** What the summary cost. */
  readonly usage?: Usage | undefined;
}

/**
 * A conversation as it is kept: entries that are only ever appended and form a tree, and a leaf that the next entry
 * hangs on. The entries are the truth; `rows` and `replay` are computed from the path that ends at the leaf.
 *
 * Calls take effect in the order they are made, whether or not the caller waits in between. An append is written first
 * and counts afterwards: when it rejects, the log is as it was, and the same append may be tried again. Appends that
 * nobody waited for in between may be written together: they then succeed or fail together. What is handed in is copied
 * at once, what is handed out is frozen. Failures are `SessionError`s.
 */
export interface SessionLog {
  /** Adds a message and resolves with the id of its entry. */
  append(message: Message): Promise<string>;
  /**
   * Adds a rule for reading what came before: entries before `firstKeptEntryId` read as one user message that holds
   * the summary. An id that is not on the path keeps nothing. Nothing is deleted. Resolves with the id of the entry,
   * which is the id of the summary's row too.
   */
  appendCompaction(
    summary: string,
    firstKeptEntryId: string,
    facts?: CompactionFacts,
  ): Promise<string>;
  /** Adds any entry, with `id`, `parentId` and `timestamp` of the log's making, and resolves with its id. */
  appendEntry(entry: NewEntry): Promise<string>;
  /** Every entry, on every branch, in the order they were written. */
  entries(): Promise<readonly SessionEntry[]>;
  /** The messages in view, each with the id of its entry. */
  rows(): Promise<readonly SessionRow[]>;
  /** The messages in view: what a conversation goes on from. */
  replay(): Promise<readonly Message[]>;
  /** Moves the leaf to an entry, or before the first with null: the next entry starts a branch there. */
  branch(entryId: string | null): Promise<void>;
  /** Waits for what is under way and lets go of what the log holds. Later appends reject; reading still works. */
  close(): Promise<void>;
}

/** A log that shows its tree. */
export interface SessionTreeLog extends SessionLog {
  /** The entry the next one hangs on; null at the root. Appends under way do not count yet. */
  readonly leafId: string | null;
  /** The entries from the root to the leaf, whatever their type. */
  activeEntries(): Promise<readonly SessionEntry[]>;
}
