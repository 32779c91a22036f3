/** Differences between servers of the Responses API. */
export interface OpenAIResponsesCompat {
  /** The model is a reasoning model. Default true; with false nothing about reasoning is asked or sent. */
  readonly supportsReasoning?: boolean | undefined;
  /** Reasoning can be asked for in encrypted form, to be sent back later. Default true. */
  readonly encryptedReasoning?: boolean | undefined;
  /** Reasoning that came as plain text goes back as it is. Default false. */
  readonly plainReasoning?: boolean | undefined;
  /** The value of `reasoning.summary`. Default `auto`; `null`: not sent. */
  readonly reasoningSummary?: "auto" | "concise" | "detailed" | null | undefined;
  /** The server knows `instructions`. Default true; with false the system prompt is the first message. */
  readonly instructions?: boolean | undefined;
  /** The model takes a temperature. Default true. */
  readonly supportsTemperature?: boolean | undefined;
  /** The value of `parallel_tool_calls`. Default: not sent. */
  readonly parallelToolCalls?: boolean | undefined;
  /** Where images of a tool result go. Default `inline`. */
  readonly toolResultImages?: "inline" | "userMessage" | undefined;
  /** The session's id is sent as `prompt_cache_key`. Default false. */
  readonly promptCacheKey?: boolean | undefined;
  /** A header that carries the session's id, so that its requests meet the same cache. */
  readonly sessionHeader?: string | undefined;
}
