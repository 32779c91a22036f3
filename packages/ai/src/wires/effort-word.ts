import type { ThinkingLevel } from "../model.ts";
import { commonEfforts, knownLevel } from "../thinking-levels.ts";
import type { CommonCompat } from "./compat.ts";

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
  return word === undefined ? commonEfforts[level] : word;
}
