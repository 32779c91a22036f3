/** What a model or a server of the Generative Language API wants differently. */
export interface GoogleGenerativeAICompat {
  /**
   * How a model is told to think: `thinkingLevel` (Gemini 3 and later), `thinkingBudget` in tokens (Gemini 2.5), or not
   * at all. Default: as the model's name says.
   */
  readonly googleThinking?: "level" | "budget" | "none" | undefined;
  /** Images of a tool result go into the result; with false, behind it. Default: as the model's name says. */
  readonly imagesInFunctionResponse?: boolean | undefined;
  /** Calls and results carry the id of the call. Default true. */
  readonly functionCallIds?: boolean | undefined;
}
