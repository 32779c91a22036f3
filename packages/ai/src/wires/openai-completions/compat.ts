import type { JsonObject } from "../../json.ts";
import type { ChatCompat } from "../chat/compat.ts";

/** The field by which a server is told how hard to think. */
export type ThinkingFormat =
  /** `reasoning_effort: "high"` */
  | "reasoning_effort"
  /** `reasoning: { effort: "high" }` */
  | "reasoning.effort"
  /** `reasoning: { enabled: true }`, and `reasoning_effort` for levels that `thinkingLevels` lists */
  | "reasoning.enabled"
  /** `thinking: { type: "enabled" }`, and `reasoning_effort` for levels that `thinkingLevels` lists */
  | "thinking.type"
  /** `enable_thinking: true` */
  | "enable_thinking"
  /** `chat_template_kwargs: { enable_thinking: true }` */
  | "chat_template_kwargs"
  /** The model cannot be told. */
  | "none";

/** Differences between servers of the Chat Completions API. */
export interface OpenAICompletionsCompat extends ChatCompat {
  /** Default `max_tokens`: what nearly everybody but OpenAI understands. */
  readonly maxTokensField?: "max_tokens" | "max_completion_tokens" | undefined;
  /** Sent when a request names no limit, to a server whose own default is too short for work. In tokens. */
  readonly defaultMaxTokens?: number | undefined;
  /** Default `reasoning_effort`. The Responses API heeds `none` only. */
  readonly thinkingFormat?: ThinkingFormat | undefined;
  /**
   * The field in which a model gets its own earlier reasoning back. Default: none, it is left out.
   * `reasoning_details` also carries signatures and encrypted parts.
   */
  readonly reasoningField?: "reasoning_content" | "reasoning" | "reasoning_details" | undefined;
  /** Replies that called tools are refused without `reasoningField`: an empty one is sent if need be. */
  readonly requiresReasoning?: boolean | undefined;
  /** The server counts tokens in the stream when `stream_options` asks for it. Default true. */
  readonly supportsStreamUsage?: boolean | undefined;
  /** The value of `store`. Default: not sent. */
  readonly store?: boolean | undefined;
  /** The session's id is sent as `prompt_cache_key`. Default false. */
  readonly promptCacheKey?: boolean | undefined;
  /** A header that carries the session's id, so that its requests meet the same cache. */
  readonly sessionHeader?: string | undefined;
  /** The role of the system prompt. Default `system`. */
  readonly systemRole?: "system" | "developer" | undefined;
  /** Fields of every request, as they are. */
  readonly bodyFields?: JsonObject | undefined;
  /** The longest id of a tool call, in characters. Default 64. */
  readonly maxToolCallIdLength?: number | undefined;
}
