import type {
  AssistantEvent,
  AssistantMessage,
  FallbackNotice,
  JsonObject,
  JsonValue,
  Message,
  RetryNotice,
  ToolResultMessage,
  Usage,
} from "@tau-ts/ai";
import type { ToolResult } from "./tool/tool.ts";

/**
 * How a run ended. `completed`: it came to its own end. `error`: a provider, a limit or a hook failed. `aborted`: it was
 * asked to stop and did. `abandoned`: it was asked to stop and something had to be left behind.
 */
export type Outcome = "completed" | "error" | "aborted" | "abandoned";

/** Why older messages were replaced by a summary: somebody asked, the context was nearly full, or a request was too long. */
export type CompactionReason = "manual" | "threshold" | "overflow";

/** What a compaction did. */
export interface CompactionResult {
  readonly summary: string;
  /** The first log entry that is still read as it is. */
  readonly firstKeptEntryId: string;
  /** Estimated tokens of the transcript before and after. */
  readonly tokensBefore: number;
  readonly estimatedTokensAfter: number;
  /** What the summary cost. */
  readonly usage?: Usage;
  /** For programs; a model never sees it. */
  readonly details?: JsonValue;
}

/**
 * What happens in a run, in the order it happens; every start has its end on every way out.
 *
 * One turn with one tool call reads: `turn_start`, `message_start`/`message_end` of the user's words, `message_start`,
 * `message_update`s and `message_end` of the reply, `tool_execution_start`, `tool_execution_update`s,
 * `message_start`/`message_end` of the result, `tool_execution_end`, `turn_end`.
 *
 * A message is on the record before its `message_end` is announced. The `message` of `message_start` and
 * `message_update` is the live object of a reply that is still growing: copy it to keep it. The one of `message_end` is
 * frozen and is the very object on the record.
 *
 * Between `compaction_start` and `compaction_end` the messages on the record may be replaced; those that are there then
 * are not announced again, and `agent_end` still carries every message of the run.
 */
export type AgentEvent =
  | { type: "agent_start" }
  /** The harness is idle. Told to listeners after each run; never part of a run's own events. */
  | { type: "agent_settled" }
  | { type: "agent_end"; messages: readonly Message[]; outcome: Outcome }
  | { type: "turn_start" }
  | {
      type: "turn_end";
      message?: AssistantMessage;
      toolResults: readonly ToolResultMessage[];
    }
  | { type: "message_start"; message: Message }
  | {
      type: "message_update";
      message: AssistantMessage;
      assistantMessageEvent: AssistantEvent;
    }
  | { type: "message_end"; message: Message }
  | ({ type: "model_retry" } & RetryNotice)
  | ({ type: "model_fallback" } & FallbackNotice)
  | {
      type: "tool_execution_start";
      toolCallId: string;
      toolName: string;
      args: JsonObject;
    }
  | {
      type: "tool_execution_update";
      toolCallId: string;
      toolName: string;
      partialResult: ToolResult;
      /** The call has finished; its recorded result follows when earlier calls are recorded. */
      final?: boolean;
    }
  | {
      type: "tool_execution_end";
      toolCallId: string;
      toolName: string;
      result: ToolResult;
      isError: boolean;
      /** What was amended in the model's arguments before the tool got them, such as `limit: text read as integer`. */
      repairs?: readonly string[];
      /** Nobody waited for the call any more: there is no result on the record. */
      abandoned?: boolean;
    }
  | { type: "compaction_start"; reason: CompactionReason }
  | {
      type: "compaction_end";
      reason: CompactionReason;
      /** Absent when the record stayed as it was, or a hard stop came before the compaction could say what it did. */
      result?: CompactionResult;
      /** A stop ended it before anything was changed. */
      aborted: boolean;
      /** The request that was too long is made again. */
      willRetry: boolean;
      /** Why it failed, for people. The run goes on. */
      errorMessage?: string;
    };
