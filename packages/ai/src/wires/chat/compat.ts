/** Differences between servers of the chat wires. */
export interface ChatCompat {
  /** Where images of a tool result go: into the result, or into a user message behind it. */
  readonly toolResultImages?: "inline" | "userMessage" | undefined;
  /** A tool result carries the name of its tool. */
  readonly toolResultName?: boolean | undefined;
  /** Roles must alternate: user messages in a row become one. */
  readonly mergeUserMessages?: boolean | undefined;
  /** A user message must not follow a tool result: a short assistant message is put between them. */
  readonly assistantAfterToolResults?: boolean | undefined;
  /** The value of `parallel_tool_calls`. Default: not sent. */
  readonly parallelToolCalls?: boolean | undefined;
  /** The server takes another `tool_choice` than `auto`. Default true; with false `none` takes the tools away. */
  readonly supportsToolChoice?: boolean | undefined;
  /** The model takes a temperature. Default true. */
  readonly supportsTemperature?: boolean | undefined;
  /** The model takes texts at which to stop. Default true. */
  readonly supportsStop?: boolean | undefined;
  /** What the server can do for a JSON Schema: follow it, promise JSON, or nothing. Default `json_schema`. */
  readonly responseFormat?: "json_schema" | "json_object" | "none" | undefined;
  /**
   * Calls of known tools that a local model prints as text become tool calls: Hermes `<tool_call>`, Qwen's XML,
   * Mistral's `[TOOL_CALLS]`, Llama's python tag. Nothing inside a code fence is touched. Default false.
   */
  readonly salvageToolCalls?: boolean | undefined;
}
