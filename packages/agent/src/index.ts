// Everything public. Messages and models come from @tau-ts/ai, so that an agent of your own needs this package only.
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
export type { Clock, Timer } from "./clock.ts";
export { failedMessage, textOf, toolCalls, userMessage } from "@tau-ts/ai";
export { FatalToolError, HarnessError } from "./errors.ts";
export type { HarnessErrorKind } from "./errors.ts";
export { CancelReason, CancelToken } from "./cancel-token.ts";
export type { CancelInput, CancelKind } from "./cancel-token.ts";
export type { AgentEvent, Outcome } from "./events.ts";
export { fallbackModel } from "./fallback-model.ts";
export { Harness } from "./harness.ts";
export type {
  HarnessOptions,
  HarnessSettings,
  PromptOptions,
  QueuedMessages,
} from "./harness-options.ts";
export type { AgentHooks, HookContext, HookedCall, ToolHooks, TurnSettings } from "./hooks.ts";
export { Limits } from "./limits.ts";
export type { LimitOptions, Spending } from "./limits.ts";
export { runAgent } from "./loop.ts";
export type { RunAgentOptions, UserInput } from "./run-options.ts";
export type { AgentListener } from "./listeners.ts";
export type { QueueMode } from "./message-queue.ts";
export type { Run, RunResult, StopOptions, StopOutcome } from "./run.ts";
export type { RepetitionOptions } from "./repetition.ts";
export { runTool } from "./run-tool.ts";
export type { RunToolOptions } from "./run-tool.ts";
export { ABORTED, INTERRUPTED } from "./texts.ts";
export { repairToolHistory } from "./tool-history.ts";
export type { ToolHistoryRepairs } from "./tool-history.ts";
export { defineTool } from "./define-tool.ts";
export type { FromSchema } from "./schema-types.ts";
export type { StandardJsonSchema } from "./standard-schema.ts";
export type { AnyTool, JsonSchema, Tool, ToolContext, ToolResult } from "./tool.ts";
export { contextForModel } from "./view.ts";
export type {
  BranchSummaryEntry,
  CompactionEntry,
  CustomEntry,
  CustomMessageEntry,
  LabelEntry,
  MessageEntry,
  ModelChangeEntry,
  NewEntry,
  SessionEntry,
  SessionHeader,
  SessionInfoEntry,
  ThinkingLevelChangeEntry,
} from "./session/entries.ts";
export { SessionError } from "./session/error.ts";
export type { SessionErrorKind, SessionHolder } from "./session/error.ts";
export type { CompactionFacts, SessionLog } from "./session/log.ts";
export { MemoryLog } from "./session/memory-log.ts";
export { persistTo } from "./session/persist.ts";
export type { PersistOptions } from "./session/persist.ts";
export type { SessionRow } from "./session/rows.ts";
