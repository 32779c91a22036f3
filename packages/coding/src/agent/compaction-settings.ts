import type { Settings } from "../settings/settings.ts";
import type { CompactionOptions } from "./agent-options.ts";

/** How much fits into one request, and how much of it is kept free and kept back. In tokens. */
export interface Room {
  readonly window: number;
  readonly reserve: number;
  readonly keepRecentTokens: number;
}

/** What a model whose window nobody knows is taken to hold. */
const usualWindow = 128_000;

/**
 * The room in a window. What is kept free, and what is kept back, is wanted in tokens: of a small window the first never
 * takes more than a quarter and the second never more than half of what is left.
 */
export function roomIn(
  contextWindow: number | undefined,
  { reserveTokens, keepRecentTokens }: Settings["compaction"],
): Room {
  const window = contextWindow ?? usualWindow;
  const reserve = Math.min(reserveTokens, Math.floor(window / 4));
  const kept = Math.min(keepRecentTokens, Math.floor((window - reserve) / 2));
  return { window, reserve, keepRecentTokens: kept };
}

/** What was given, and the settings behind it. */
export function compactionSettings(
  { enabled, reserveTokens, keepRecentTokens }: CompactionOptions,
  settings: Settings["compaction"],
): Settings["compaction"] {
  return {
    enabled: enabled ?? settings.enabled,
    reserveTokens: reserveTokens ?? settings.reserveTokens,
    keepRecentTokens: keepRecentTokens ?? settings.keepRecentTokens,
  };
}
