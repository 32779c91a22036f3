import type { AgentEvent, CompactionReason, Message, Outcome } from "@tau-ts/agent";
import type { ThinkingLevel } from "@tau-ts/ai";
import type { PermissionMode } from "../guard/policy/policy.ts";

/** Why a session became the agent's. */
export type SessionStartReason = "new" | "resume" | "fork" | "import";

/** What a summary is made for. */
export type SummaryPurpose =
  | { readonly source: "compaction"; readonly reason: CompactionReason }
  | { readonly source: "branchSummary" };

/** Events of a run that mean the same for a whole session. */
type RunEvent = Exclude<
  AgentEvent,
  { readonly type: "agent_end" | "agent_settled" | "model_retry" }
>;

/**
 * What happens in a session, before it is said which. Names and fields are those of Pi's JSON event stream; these are
 * ours: `model_fallback`, `model_changed`, `permission_mode_changed`, `session_start`, `session_tree`, `label_changed`,
 * `bash_execution_start` and `bash_execution_end`.
 */
export type AgentSessionEvent =
  | RunEvent
  | {
      type: "agent_end";
      messages: readonly Message[];
      outcome: Outcome;
      /** The run goes on by itself: what the provider refused is left out from now on. */
      willRetry: boolean;
    }
  /** Nothing goes on by itself any more. `aborted`: because it was stopped. */
  | { type: "agent_settled"; aborted: boolean }
  /** A model call failed and is repeated after `delayMs`. `attempt` counts the repeats, from 1. */
  | {
      type: "auto_retry_start";
      attempt: number;
      maxAttempts: number;
      delayMs: number;
      errorMessage: string;
    }
  | { type: "auto_retry_end"; success: boolean; attempt: number; finalError?: string }
  /** The same for the model call of a summary. */
  | {
      type: "summarization_retry_scheduled";
      attempt: number;
      maxAttempts: number;
      delayMs: number;
      errorMessage: string;
    }
  /** The repeated call has begun to answer, or failed. */
  | ({ type: "summarization_retry_attempt_start" } & SummaryPurpose)
  /** There is a summary after repeats, or there will be none. */
  | { type: "summarization_retry_finished" }
  /** The texts that wait, all of them. */
  | { type: "queue_update"; steering: readonly string[]; followUp: readonly string[] }
  /** Without `name` it was taken away. */
  | { type: "session_info_changed"; name?: string }
  | { type: "thinking_level_changed"; level: ThinkingLevel }
  | { type: "model_changed"; provider: string; modelId: string }
  | { type: "permission_mode_changed"; mode: PermissionMode }
  /** Another session, whose id is the event's `sessionId`, is the agent's now. */
  | { type: "session_start"; reason: SessionStartReason; path?: string }
  /** The conversation goes on from another entry. */
  | { type: "session_tree"; oldLeafId: string | null; newLeafId: string | null }
  | { type: "label_changed"; targetId: string; label?: string }
  /** A command of the user's. */
  | { type: "bash_execution_start"; id: string; command: string; excludeFromContext: boolean }
  | { type: "bash_execution_update"; id: string; delta: string }
  | { type: "bash_execution_end"; id: string; exitCode?: number; cancelled: boolean };

/** {@link AgentSessionEvent} with the session it belongs to: what listeners of a {@link CodingAgent} hear. */
export type CodingAgentEvent = AgentSessionEvent & { readonly sessionId: string };

/** Hears events. A promise it returns is waited for before the run goes on; one that throws stops the run. */
export type CodingAgentListener = (event: CodingAgentEvent) => unknown;
