import type {
  AssistantContent,
  ImageContent,
  JsonValue,
  Message,
  TextContent,
  Usage,
} from "@tau-ts/ai";

/** The version of the format that is written; version 2 is read as well. */
export const SESSION_VERSION = 3;

/** The first line of a session file. It is no part of the tree. */
export interface SessionHeader {
  readonly type: "session";
  readonly version: number;
  readonly id: string;
  /** ISO 8601. */
  readonly timestamp: string;
  /** The folder the session works in. */
  readonly cwd: string;
  /** The file this session was forked from. */
  readonly parentSession?: string;
}

/** What every entry has. Entries form a tree: `parentId` is null for a first entry. */
export interface EntryBase {
  readonly id: string;
  readonly parentId: string | null;
  /** ISO 8601; the `timestamp` inside a message is in milliseconds. */
  readonly timestamp: string;
}

/** One message of the conversation, as it stands on the record. */
export interface MessageEntry extends EntryBase {
  readonly type: "message";
  readonly message: Message;
}

/** Another model was chosen. */
export interface ModelChangeEntry extends EntryBase {
  readonly type: "model_change";
  readonly provider: string;
  readonly modelId: string;
}

/** Another thinking level was chosen. */
export interface ThinkingLevelChangeEntry extends EntryBase {
  readonly type: "thinking_level_change";
  readonly thinkingLevel: string;
}

/**
 * A rule for reading what came before it: entries before `firstKeptEntryId` read as the summary. An id that is not
 * there, such as the entry's own, keeps nothing.
 */
export interface CompactionEntry extends EntryBase {
  readonly type: "compaction";
  readonly summary: string;
  readonly firstKeptEntryId: string;
  /** Tokens in view before; 0 when nobody counted. */
  readonly tokensBefore: number;
  readonly details?: JsonValue;
  readonly usage?: Usage;
}

/** What happened on a branch that was left at `fromId`. */
export interface BranchSummaryEntry extends EntryBase {
  readonly type: "branch_summary";
  readonly summary: string;
  readonly fromId: string | null;
  readonly details?: JsonValue;
  readonly usage?: Usage;
}

/** A bookmark on an entry; without `label` the bookmark is removed. */
export interface LabelEntry extends EntryBase {
  readonly type: "label";
  readonly targetId: string;
  readonly label?: string;
}

/** The name people gave the session; without `name` it has none. */
export interface SessionInfoEntry extends EntryBase {
  readonly type: "session_info";
  readonly name?: string;
}

/** State of an application. A model never sees it. */
export interface CustomEntry extends EntryBase {
  readonly type: "custom";
  readonly customType: string;
  readonly data?: JsonValue;
}

/** A message an application put in; a model sees it as user text. */
export interface CustomMessageEntry extends EntryBase {
  readonly type: "custom_message";
  readonly customType: string;
  readonly content: string | (TextContent | ImageContent)[];
  readonly display: boolean;
  readonly details?: JsonValue;
}

/** Changes what later requests see of one earlier entry: null leaves it out, `content` takes the place of its content. */
export interface ContextEditEntry extends EntryBase {
  readonly type: "context_edit";
  readonly targetId: string;
  readonly replacement: null | {
    readonly content: string | readonly (AssistantContent | ImageContent)[];
  };
}

/** The entries this package gives a meaning to. */
export type KnownEntry =
  | MessageEntry
  | ModelChangeEntry
  | ThinkingLevelChangeEntry
  | CompactionEntry
  | BranchSummaryEntry
  | LabelEntry
  | SessionInfoEntry
  | CustomEntry
  | CustomMessageEntry
  | ContextEditEntry;

/** An entry of another program: kept as it is, a link of the tree and nothing else. */
export interface OtherEntry extends EntryBase {
  readonly type: string;
  readonly [field: string]: JsonValue;
}

/** Any line after the header; `isKnownEntry` tells which kind. */
export type SessionEntry = KnownEntry | OtherEntry;

/** An entry before the log gives it `id`, `parentId` and `timestamp`. */
export type NewEntry =
  | WithoutBase<KnownEntry>
  | { readonly type: string; readonly [field: string]: JsonValue };

type WithoutBase<Entry> = Entry extends EntryBase ? Omit<Entry, keyof EntryBase> : never;

const knownTypes: ReadonlySet<string> = new Set<KnownEntry["type"]>([
  "message",
  "model_change",
  "thinking_level_change",
  "compaction",
  "branch_summary",
  "label",
  "session_info",
  "custom",
  "custom_message",
  "context_edit",
]);

const messageRoles: ReadonlySet<unknown> = new Set<Message["role"]>([
  "user",
  "assistant",
  "toolResult",
  "bashExecution",
  "custom",
  "branchSummary",
  "compactionSummary",
]);

/** Whether a message has one of the roles of this package. */
export function isKnownRole(role: unknown): role is Message["role"] {
  return messageRoles.has(role);
}

/** Tells the entries with a meaning from those that are only preserved, among them messages of unknown roles. */
export function isKnownEntry(entry: SessionEntry): entry is KnownEntry {
  if (!knownTypes.has(entry.type)) return false;
  if (entry.type !== "message") return true;
  const message = "message" in entry ? entry.message : undefined;
  return (
    typeof message === "object" &&
    message !== null &&
    "role" in message &&
    isKnownRole(message.role)
  );
}
