import { ToolInputError, errorCode } from "../errors.ts";
import { compileExpression } from "./compile-expression.ts";
import type { PatternOptions } from "./compile-expression.ts";
import { isCheap } from "./pattern-cost.ts";

/** Answers which of some lines match. */
export type LineMatcher = (lines: readonly string[]) => readonly boolean[];

/** Longer than any sensible pattern needs for the lines of one chunk. */
const timeLimitMs = 1000;

/**
 * Compiles a pattern. A regular expression can take longer than the universe lasts, and while it runs nothing else in the
 * process does, an abort included; so it runs under a time limit. Throws `ToolInputError` for a pattern that is none, and
 * the matcher throws one when the limit is reached.
 */
export function compilePattern(options: PatternOptions): LineMatcher {
  const { pattern, isLiteral, ignoresCase } = options;
  if (isLiteral && !ignoresCase) return (lines) => lines.map((line) => line.includes(pattern));
  const expression = compileExpression(options);
  const test = (lines: readonly string[]): readonly boolean[] =>
    lines.map((line) => expression.test(line));
  const { Script, createContext } = process.getBuiltinModule("node:vm");
  const script = new Script("test()");
  const call: { test: () => void } = { test: () => undefined };
  const context = createContext(call);
  return (lines) => {
    if (isCheap(expression.source, lines)) return test(lines);
    let matches: readonly boolean[] = [];
    call.test = () => {
      matches = test(lines);
    };
    try {
      script.runInContext(context, { timeout: timeLimitMs });
    } catch (error) {
      if (errorCode(error) !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
      throw new ToolInputError(
        `The pattern ${pattern} was given up after ${timeLimitMs / 1000} second on a few lines. Write it without nested repetitions, or search for plain text with literal.`,
        { cause: error },
      );
    }
    return matches;
  };
}
