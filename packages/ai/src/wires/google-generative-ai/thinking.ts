import type { JsonObject } from "../../json.ts";
import type { ThinkingLevel } from "../../model.ts";
import { knownLevel, type ThinkingWords } from "../../thinking-levels.ts";

/** How a model is told to think, and its own words for levels, if it has any. */
export interface GoogleThinking {
  readonly style: "level" | "budget" | "none";
  readonly words: ThinkingWords | undefined;
}

type ActiveLevel = Exclude<ThinkingLevel, "off">;

const LEVEL_WORDS: Readonly<Record<ActiveLevel, string>> = {
  minimal: "minimal",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
  max: "high",
};

const BUDGETS: Readonly<Record<ActiveLevel, number>> = {
  minimal: 512,
  low: 2_048,
  medium: 8_192,
  high: 16_384,
  xhigh: 24_576,
  max: 24_576,
};
/** The largest budget of the Pro model, which cannot stop thinking either. */
const PRO_MAX_BUDGET = 32_768;
const PRO_MIN_BUDGET = 128;

/** How a model of that name is told to think. */
export function thinkingStyle(model: string): GoogleThinking["style"] {
  if (/gemini-2\.5/.test(model)) return "budget";
  return generationOf(model) >= 3 || /gemma-4/.test(model) ? "level" : "none";
}

/** The number in a Gemini model's name; names without one are of the latest generation, other models of none. */
export function generationOf(model: string): number {
  const found = /gemini-(\d+)/.exec(model)?.[1];
  if (found !== undefined) return Number(found);
  return /gemini-(?:[a-z-]+-)?latest/.test(model) ? Infinity : 0;
}

/** `thinkingConfig`; `undefined` leaves it to the provider. */
export function thinkingConfig(
  model: string,
  wanted: ThinkingLevel | undefined,
  { style, words }: GoogleThinking,
): JsonObject | undefined {
  if (wanted === undefined || style === "none") return undefined;
  const level = knownLevel(wanted, words);
  const isPro = /\bpro\b/.test(model);
  if (style === "budget") {
    if (level === "off") return { thinkingBudget: isPro ? PRO_MIN_BUDGET : 0 };
    const budget = isPro && level === "minimal" ? PRO_MIN_BUDGET : BUDGETS[level];
    const isMost = isPro && (level === "xhigh" || level === "max");
    return { includeThoughts: true, thinkingBudget: isMost ? PRO_MAX_BUDGET : budget };
  }
  if (level !== "off") {
    return { includeThoughts: true, thinkingLevel: words?.[level] ?? LEVEL_WORDS[level] };
  }
  // A model of this style cannot stop: it thinks as little as it can and shows nothing of it.
  const least = knownLevel("minimal", isPro ? { minimal: null, ...words } : words);
  return { thinkingLevel: least === "off" ? "low" : (words?.[least] ?? LEVEL_WORDS[least]) };
}
