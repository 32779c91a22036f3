import type { ThinkingWords } from "../thinking-levels.ts";
import type { AnthropicMessagesCompat } from "./anthropic-messages/compat.ts";
import type { GoogleGenerativeAICompat } from "./google-generative-ai/compat.ts";
import type { MistralChatCompat } from "./mistral-chat/compat.ts";
import type { OpenAICompletionsCompat } from "./openai-completions/compat.ts";
import type { OpenAIResponsesCompat } from "./openai-responses/compat.ts";

/** Differences that can occur on every wire. */
export interface CommonCompat {
  /** The model takes images. Default true; with false a short text stands in for each image. */
  readonly supportsImages?: boolean | undefined;
  /**
   * The server's own words for levels of thinking. `null`: it does not know that level, and the nearest one it knows is
   * asked for; for `off`: it cannot stop thinking. A level that is not listed is sent as to an unknown server.
   */
  readonly thinkingLevels?: ThinkingWords | undefined;
  /** The path of a base URL that has none. Default `/v1`, on wires that leave the path to the server. */
  readonly basePath?: string | undefined;
}

/**
 * What a server does differently from the wire's own provider, as data. Each wire reads its own record and ignores the
 * rest, so that one object can describe a server that speaks several wires.
 */
export interface Compat
  extends
    CommonCompat,
    AnthropicMessagesCompat,
    GoogleGenerativeAICompat,
    OpenAICompletionsCompat,
    OpenAIResponsesCompat,
    MistralChatCompat {}

/** Records laid over each other, the last one on top. A field that is `undefined` says nothing. */
export function mergeCompat(...records: readonly (Compat | undefined)[]): Compat {
  const merged: Compat = {};
  for (const record of records) {
    const given = Object.entries(record ?? {}).filter(([, value]) => value !== undefined);
    Object.assign(merged, Object.fromEntries(given));
  }
  return merged;
}
