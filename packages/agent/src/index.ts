// Everything public; a test pins the list. Messages and models come from @tau-ts/ai, so that an agent of your own needs this package only.
export type {
  AssistantContent,
  AssistantEvent,
  AssistantMessage,
  Cost,
  Diagnostic,
  ImageContent,
  JsonObject,
  JsonValue,
  Message,
  Model,
  ModelInfo,
  ModelRequest,
  StopReason,
  TextContent,
  ThinkingContent,
  ThinkingLevel,
  ToolCall,
  ToolDefinition,
  ToolResultMessage,
  Usage,
  UserMessage,
} from "@tau-ts/ai";
export { failedMessage, textOf, toolCalls, userMessage } from "@tau-ts/ai";
export type { Clock, Timer } from "./clock.ts";
export { FatalToolError, HarnessError } from "./errors.ts";
export type { HarnessErrorKind } from "./errors.ts";
export { CancelReason, CancelToken } from "./stopping/cancel-token.ts";
export type { CancelInput, CancelKind } from "./stopping/cancel-token.ts";
export type { AgentEvent, CompactionReason, CompactionResult, Outcome } from "./events.ts";
export { fallbackModel } from "./fallback-model.ts";
export { Harness } from "./harness/harness.ts";
export type { HarnessOptions, HarnessSettings, PromptOptions } from "./harness/harness-options.ts";
export type {
  AgentHooks,
  CompactionWork,
  HookContext,
  HookedCall,
  ToolHooks,
  TurnSettings,
} from "./hooks.ts";
export { Limits } from "./limits.ts";
export type { LimitOptions, Spending } from "./limits.ts";
export { runAgent } from "./loop/loop.ts";
export type { RunAgentOptions, UserInput } from "./loop/run-options.ts";
export type { AgentListener } from "./harness/listeners.ts";
export type { QueueMode, QueuedMessages, QueueModes } from "./harness/message-queue.ts";
export type { Run, RunResult, StopOptions, StopOutcome } from "./harness/run.ts";
export type { RepetitionOptions } from "./loop/repetition.ts";
export { runTool } from "./tool/run-tool.ts";
export type { RunToolOptions } from "./tool/run-tool.ts";
export { ABORTED, INTERRUPTED } from "./texts.ts";
export { repairToolHistory } from "./view/tool-history.ts";
export type { ToolHistoryRepairs } from "./view/tool-history.ts";
export { defineTool } from "./tool/define-tool.ts";
export type { FromSchema } from "./tool/schema-types.ts";
export type { StandardJsonSchema } from "./tool/standard-schema.ts";
export type { AnyTool, JsonSchema, Tool, ToolContext, ToolResult } from "./tool/tool.ts";
export { contextForModel } from "./view/view.ts";
export type { ViewOptions } from "./view/view.ts";
export type { InterruptionOptions } from "./view/interruption.ts";
export type {
  BranchSummaryEntry,
  CompactionEntry,
  ContextEditEntry,
  CustomEntry,
  CustomMessageEntry,
  KnownEntry,
  LabelEntry,
  MessageEntry,
  ModelChangeEntry,
  NewEntry,
  SessionEntry,
  SessionHeader,
  SessionInfoEntry,
  ThinkingLevelChangeEntry,
} from "./session/entries.ts";
export { isKnownEntry } from "./session/entries.ts";
export {
  labelsOf as sessionLabels,
  nameOf as sessionName,
  stateOf as sessionState,
} from "./session/state.ts";
export type { SessionState } from "./session/state.ts";
export { SessionError } from "./session/errors.ts";
export type { SessionErrorKind, SessionHolder } from "./session/errors.ts";
export { newSessionId } from "./session/ids.ts";
export { importTauSession } from "./session/import-tau.ts";
export type { ImportedSession } from "./session/import-tau.ts";
export { leaveBranch } from "./session/leave-branch.ts";
export type { LeaveBranchOptions } from "./session/leave-branch.ts";
export type { CompactionFacts, SessionLog, SessionTreeLog } from "./session/log.ts";
export { MemoryLog } from "./session/memory-log.ts";
export { persistTo } from "./session/persist.ts";
export type { PersistOptions } from "./session/persist.ts";
export type { SessionRow } from "./session/rows.ts";
export type { Commit, Replacement } from "./commit.ts";
export { compact } from "./compaction/compact.ts";
export type { CompactOptions } from "./compaction/compact.ts";
export { TOKENS_PER_IMAGE, estimateTokens } from "./compaction/estimate.ts";
export type { TouchedFiles } from "./compaction/touched-files.ts";
export { findCut } from "./compaction/find-cut.ts";
export { maskOldResults } from "./compaction/mask-old-results.ts";
export type { MaskOptions } from "./compaction/mask-old-results.ts";
export { ResultMasks } from "./compaction/result-masks.ts";
export { compactDuringRun, maybeCompact } from "./compaction/maybe-compact.ts";
export type { MaybeCompactOptions } from "./compaction/maybe-compact.ts";
export { renderTranscript } from "./compaction/render-transcript.ts";
export { summarize } from "./compaction/summarize.ts";
export type {
  SummarizeOptions,
  SummaryFailure,
  SummaryFailureReason,
  SummaryOutcome,
} from "./compaction/summarize.ts";
