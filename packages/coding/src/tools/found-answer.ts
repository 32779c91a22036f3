import { ToolInputError } from "../errors.ts";
import type { ResolvedBudget } from "../output/budget.ts";
import { truncateHead } from "../output/truncate.ts";

/** What a search found. */
export interface FoundAnswer {
  readonly found: readonly string[];
  /** The limit was reached, and there is more. */
  readonly isLimited: boolean;
  /** What was looked for, in the plural. */
  readonly noun: "matches" | "files";
  /** Files that could not be looked into. */
  readonly unreadable?: number | undefined;
}

/** Throws `ToolInputError` for a limit that is no whole number of at least 1. */
export function checkLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1) return;
  throw new ToolInputError(`limit must be 1 or more, but is ${JSON.stringify(limit)}.`);
}

/** The answer of a search: what was found, one a line, and a hint when that is not all. */
export function foundAnswer(answer: FoundAnswer, budget: ResolvedBudget): string {
  const { found, isLimited, noun, unreadable = 0 } = answer;
  const { text, shownLines, truncated } = truncateHead(found.join("\n"), budget);
  const parts = [found.length === 0 ? `No ${noun} found.` : text];
  if (truncated || isLimited)
    parts.push(
      `[Showing the first ${shownLines} ${noun}; there are more. Narrow the search with path or pattern, or raise limit.]`,
    );
  if (unreadable > 0) parts.push(`[Files that could not be read and were left out: ${unreadable}]`);
  return parts.filter((part) => part !== "").join("\n\n");
}
