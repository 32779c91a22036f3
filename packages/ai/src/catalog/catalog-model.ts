import type { Prices } from "../cost.ts";
import type { CreateModelOptions } from "../create-model.ts";
import type { ThinkingLevel } from "../model.ts";
import { findProvider } from "../providers/providers.ts";
import { knownLevel, thinkingLevels, type ThinkingWords } from "../thinking-levels.ts";
import type { Compat } from "../wires/compat.ts";
import type { WireName } from "../wires/wire-by-name.ts";

/** Facts about one model of one provider. What is absent is not known. */
export interface CatalogModel {
  readonly provider: string;
  /** The name the provider knows the model by. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  readonly wire: WireName;
  readonly baseUrl: string;
  /** Tokens that fit into one request and its reply. */
  readonly contextWindow?: number | undefined;
  /** The largest reply, in tokens. */
  readonly maxOutput?: number | undefined;
  readonly inputs: readonly ("text" | "image")[];
  /** Whether it can think before it answers. */
  readonly reasoning: boolean;
  /**
   * The provider's own words for levels of thinking. `null`: the model does not have that level; for `off`, it cannot
   * stop thinking. A level that is absent goes by its own name.
   */
  readonly thinkingLevels?: ThinkingWords | undefined;
  readonly prices?: Prices | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What else a request to this model has to look like. */
  readonly compat?: Compat | undefined;
}

/**
 * The facts as options for `createModel`: `createModel({ ...catalogOptions(found), apiKey })`. Levels the model does not
 * have are asked for as the nearest it has.
 */
export function catalogOptions(model: CatalogModel): CreateModelOptions {
  const { id, provider, wire, contextWindow, maxOutput, prices, headers } = model;
  return {
    wire,
    model: id,
    provider,
    ...(!isUsualAddress(model) && { baseUrl: model.baseUrl }),
    contextWindow,
    maxOutput,
    prices,
    headers,
    compat: {
      ...(!model.inputs.includes("image") && { supportsImages: false }),
      ...thinkingCompat(model),
      ...model.compat,
    },
  };
}

/** An address that the provider's own record has too is left to it: it also knows about keys and other addresses. */
function isUsualAddress({ provider, wire, baseUrl }: CatalogModel): boolean {
  const endpoint = findProvider(provider)?.endpoints.find((one) => one.wire === wire);
  const usual = endpoint?.baseUrl;
  return usual !== undefined && (baseUrl.startsWith(usual) || usual.startsWith(baseUrl));
}

function thinkingCompat({ reasoning, thinkingLevels: known = {} }: CatalogModel): Compat {
  if (!reasoning) {
    const nothing = Object.fromEntries(thinkingLevels.map((level) => [level, null]));
    return {
      thinkingLevels: nothing,
      thinkingFormat: "none",
      supportsReasoning: false,
      googleThinking: "none",
    };
  }
  const words: Partial<Record<ThinkingLevel, string | null>> = {};
  if (known.off !== undefined) words.off = known.off;
  for (const level of thinkingLevels) {
    if (level === "off") continue;
    const nearest = knownLevel(level, known);
    words[level] = known[nearest] ?? nearest;
  }
  return { thinkingLevels: words };
}
