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
export { thinkingLevels } from "./thinking-levels.ts";
export type { ProviderErrorKind, ProviderErrorOptions } from "./errors.ts";
export { ProviderError } from "./errors.ts";
export type { RetryOptions } from "./failure/retry.ts";
export { retryDelayMs } from "./failure/retry.ts";
export type { TimeLimits } from "./call/time-limits.ts";
export type {
  ByteSource,
  HeaderReader,
  Transport,
  TransportRequest,
  TransportResponse,
} from "./http.ts";
export type { PriceTier, Prices, TokenPrices } from "./cost.ts";
export { costOf } from "./cost.ts";
export type { CatalogModel } from "./catalog/catalog-model.ts";
export { catalogOptions } from "./catalog/catalog-model.ts";
export type { CatalogEntry, CatalogOptions } from "./catalog/catalog.ts";
export { catalogProviders, findCatalogModel, listCatalogModels } from "./catalog/catalog.ts";
export type { DiscoverOptions, LocalModel, LocalServer } from "./discover-local.ts";
export { discoverLocalModels } from "./discover-local.ts";
export type { ModelCompat, Provider, ProviderEndpoint } from "./providers/provider.ts";
export { findProvider, providers } from "./providers/providers.ts";
export type { WireName } from "./wires/wire-by-name.ts";
export type { Compat } from "./wires/compat.ts";
export type { ThinkingFormat } from "./wires/openai-completions/compat.ts";
export type { KeyHeader, WireRequest, WireTarget } from "./wires/wire.ts";
export { toWire } from "./to-wire.ts";
export type { ParseStreamOptions } from "./parse-stream.ts";
export { parseStream } from "./parse-stream.ts";
export type { ApiKey, Environment } from "./call/api-key.ts";
export type { CreateModelOptions } from "./create-model.ts";
export { createModel } from "./create-model.ts";
export { complete } from "./complete.ts";
