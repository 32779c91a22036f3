import type { ThinkingLevel } from "./model.ts";

/** A server's own words for levels of thinking. `null`: it does not know that level. */
export type ThinkingWords = Readonly<Partial<Record<ThinkingLevel, string | null>>>;

/** The levels of thinking, from the easiest to the hardest. */
export const thinkingLevels: readonly ThinkingLevel[] = [
  "off",
  "minimal",
  "low",
  "medium",
  "high",
  "xhigh",
  "max",
];

/** What nearly every server with an effort understands. Some know more words, and refuse those they do not know. */
export const commonEfforts: Readonly<Record<Exclude<ThinkingLevel, "off">, string>> = {
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
  max: "high",
};

/**
 * The level a model is really asked for: the wanted one, or else the nearest harder one it knows, or else the nearest
 * easier one; `off` when it knows none. `off` stays `off`: whether a model can stop thinking is the wire's business.
 */
export function knownLevel(wanted: ThinkingLevel, words: ThinkingWords | undefined): ThinkingLevel {
  if (wanted === "off" || words?.[wanted] !== null) return wanted;
  const at = thinkingLevels.indexOf(wanted);
  const harder = thinkingLevels.slice(at + 1);
  const easier = thinkingLevels.slice(1, at).toReversed();
  return [...harder, ...easier].find((level) => words[level] !== null) ?? "off";
}
