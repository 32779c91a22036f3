import type { ThinkingLevel } from "../model.ts";
import { knownLevel } from "../thinking-levels.ts";
import type { CommonCompat } from "./compat.ts";

/** What nearly every server with an effort understands. Some know more words, and refuse those they do not know. */
const COMMON_WORDS: Readonly<Record<Exclude<ThinkingLevel, "off">, string>> = {
  minimal: "low",
  low: "low",
  medium: "medium",
  high: "high",
  xhigh: "high",
  max: "high",
};

/**
 * A server's word for a level, or for the nearest one it knows. `undefined`: it has none that is known, which is so for
 * `off` unless `thinkingLevels` lists it. `null`: it cannot be told.
 */
export function effortWord(
  wanted: ThinkingLevel,
  { thinkingLevels: words = {} }: CommonCompat,
): string | null | undefined {
  const level = knownLevel(wanted, words);
  if (level === "off") return words.off;
  const word = words[level];
  return word === undefined ? COMMON_WORDS[level] : word;
}
