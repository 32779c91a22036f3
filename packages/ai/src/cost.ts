import type { Cost, Usage } from "./messages.ts";

/** US dollars for a million tokens of each kind. An absent price is not known; free is 0. */
export interface TokenPrices {
  readonly input?: number | undefined;
  readonly output?: number | undefined;
  readonly cacheRead?: number | undefined;
  readonly cacheWrite?: number | undefined;
}

/** Prices of a request whose whole input (fresh, read from and written to a cache) is larger than `inputTokensAbove`. */
export interface PriceTier extends TokenPrices {
  readonly inputTokensAbove: number;
}

/** What a model's tokens cost. Of the tiers that apply, the one with the largest threshold prices the whole request. */
export interface Prices extends TokenPrices {
  readonly tiers?: readonly PriceTier[] | undefined;
}

const KINDS = ["input", "output", "cacheRead", "cacheWrite"] as const;

/**
 * What a reply cost. `undefined` when a kind of token was used whose price is not known: an unknown cost is not said to
 * be zero, nor is a part of it said to be the whole.
 */
export function costOf(usage: Usage, prices: Prices): Cost | undefined {
  const rates = ratesFor(usage, prices);
  const cost: Cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  for (const kind of KINDS) {
    const tokens = usage[kind];
    if (tokens === 0) continue;
    const rate = rates[kind];
    if (rate === undefined) return undefined;
    cost[kind] = (tokens * rate) / 1_000_000;
    cost.total += cost[kind];
  }
  return cost;
}

function ratesFor(usage: Usage, prices: Prices): TokenPrices {
  const tokens = usage.input + usage.cacheRead + usage.cacheWrite;
  let rates: TokenPrices = prices;
  let threshold = -1;
  for (const tier of prices.tiers ?? []) {
    if (tokens <= tier.inputTokensAbove || tier.inputTokensAbove <= threshold) continue;
    rates = tier;
    threshold = tier.inputTokensAbove;
  }
  return rates;
}
