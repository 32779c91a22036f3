import type { ToolResult } from "@tau-ts/agent";
import type {
  AssistantMessage,
  BashExecutionMessage,
  CustomMessage,
  JsonObject,
  UserMessage,
} from "@tau-ts/ai";
import type { CallPreview } from "./call-preview.ts";

/** One thing that is shown of a conversation. What it shows is the session's own, never a copy. */
export type Block =
  | UserBlock
  | TextBlock
  | ThinkingBlock
  | ToolBlock
  | ShellBlock
  | EndingBlock
  | CustomBlock
  | MarkerBlock
  | NoticeBlock;

export interface UserBlock {
  readonly kind: "user";
  readonly content: UserMessage["content"];
}

/** Words of a reply, in Markdown. */
export interface TextBlock {
  readonly kind: "text";
  readonly text: string;
  readonly isOpen: boolean;
}

export interface ThinkingBlock {
  readonly kind: "thinking";
  readonly text: string;
  /** The provider keeps the words to itself. */
  readonly isHidden: boolean;
  readonly isOpen: boolean;
  /** When it began, in milliseconds since 1970; only while it is open, since no record has it. */
  readonly startedMs?: number;
}

/**
 * How a tool call stands. `writing`: its arguments are still coming. `waiting`: for its turn. `ended`: there is a
 * result, which says how. `not-run`: the reply that asked for it failed. `abandoned`: nobody waited for it any more, or
 * the program ended meanwhile.
 */
export type CallState = "writing" | "waiting" | "running" | "ended" | "not-run" | "abandoned";

export interface ToolBlock {
  readonly kind: "tool";
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
  /** What can be told of the arguments while they come. */
  readonly preview?: CallPreview;
  readonly state: CallState;
  /** What it says so far while it runs, and in the end its result. */
  readonly result?: ToolResult;
  /** While it runs: since when, in milliseconds since 1970. */
  readonly startedMs?: number;
  /** How long it took, in whole seconds. Absent below one, and when nobody knows. */
  readonly seconds?: number;
}

/** A command of the user's. */
export interface ShellBlock {
  readonly kind: "shell";
  readonly message: BashExecutionMessage;
}

/** How a reply ended that did not end well. */
export interface EndingBlock {
  readonly kind: "ending";
  readonly message: AssistantMessage;
}

/** What an application has to say. */
export interface CustomBlock {
  readonly kind: "custom";
  readonly message: CustomMessage;
}

/**
 * A place where the conversation is not simply a sequence: older messages were summed up for the model, or it goes on
 * from an earlier place than where it was.
 */
export interface MarkerBlock {
  readonly kind: "marker";
  readonly place: "compaction" | "branch";
  readonly summary?: string;
  /** Estimated tokens before a compaction; absent when nobody counted. */
  readonly tokensBefore?: number;
}

/** Something to know beside the conversation. `choice`: what was chosen for what follows; that is on record. */
export interface NoticeBlock {
  readonly kind: "notice";
  readonly role: NoticeRole;
  readonly text: string;
}

export type NoticeRole = "muted" | "warning" | "error" | "success" | "choice";

/** A command of the user's that is not on record yet. */
export interface RunningShell {
  readonly id: string;
  readonly command: string;
  /** A model is not told of it. */
  readonly isExcluded: boolean;
  /** The end of what it printed. */
  readonly output: string;
  readonly startedMs: number;
  /** How it ended; it is on record as soon as no run goes on. */
  readonly ended?: { readonly exitCode?: number; readonly cancelled: boolean };
}

/** Whether nothing about the block changes any more. */
export function isClosed(block: Block): boolean {
  switch (block.kind) {
    case "text":
    case "thinking":
      return !block.isOpen;
    case "tool":
      return block.state === "ended" || block.state === "not-run" || block.state === "abandoned";
    default:
      return true;
  }
}
