import type { ChatCompat } from "../chat/compat.ts";

/** Differences between models and servers of Mistral's chat wire. */
export interface MistralChatCompat extends ChatCompat {
  /**
   * How a model is told to think: `reasoning_effort`, or `prompt_mode: "reasoning"` for models that always can.
   * Default: nothing is sent.
   */
  readonly mistralThinking?: "reasoning_effort" | "prompt_mode" | undefined;
}
