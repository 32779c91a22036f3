// Adding a name here makes it public; a test pins the list.
export type {
  AssistantContent,
  AssistantMessage,
  BashExecutionMessage,
  BranchSummaryMessage,
  CompactionSummaryMessage,
  Cost,
  CustomMessage,
  Diagnostic,
  ImageContent,
  Message,
  SessionMessage,
  StopReason,
  TextContent,
  ThinkingContent,
  ToolCall,
  ToolResultMessage,
  Usage,
  UserMessage,
} from "./messages.ts";
export { failedMessage, textOf, toolCalls, userMessage } from "./messages.ts";
export type { JsonObject, JsonValue } from "./json.ts";
export { isJsonObject } from "./json.ts";
export type {
  AssistantEvent,
  AssistantTerminalEvent,
  ErrorInfo,
  FallbackNotice,
  RetryNotice,
} from "./events.ts";
export type { Model, ModelInfo, ModelRequest, ThinkingLevel, ToolDefinition } from "./model.ts";
export type { ProviderErrorKind, ProviderErrorOptions } from "./errors.ts";
export { ProviderError } from "./errors.ts";
export type { RetryOptions } from "./retry.ts";
export { retryDelayMs } from "./retry.ts";
export type { TimeLimits } from "./time-limits.ts";
export type {
  ByteSource,
  HeaderReader,
  Transport,
  TransportRequest,
  TransportResponse,
} from "./http.ts";
export type { WireName } from "./wires/index.ts";
export type { WireRequest, WireTarget } from "./wires/wire.ts";
export { toWire } from "./to-wire.ts";
export type { ParseStreamOptions } from "./parse-stream.ts";
export { parseStream } from "./parse-stream.ts";
export type { CreateModelOptions } from "./create-model.ts";
export { createModel } from "./create-model.ts";
export { complete } from "./complete.ts";
