import { ToolInputError, errorCode, errorText } from "../errors.ts";

export interface PatternOptions {
  readonly pattern: string;
  /** The pattern is plain text, not a regular expression. */
  readonly isLiteral: boolean;
  readonly ignoresCase: boolean;
}

/** Answers which of some lines match. */
export type LineMatcher = (lines: readonly string[]) => readonly boolean[];

/** Longer than any sensible pattern needs for the lines of one chunk. */
const timeLimitMs = 1000;

/**
 * Compiles a pattern. A regular expression can take longer than the universe lasts, and while it runs nothing else in the
 * process does, an abort included; so it runs under a time limit. Throws `ToolInputError` for a pattern that is none, and
 * the matcher throws one when the limit is reached.
 */
export function compilePattern({ pattern, isLiteral, ignoresCase }: PatternOptions): LineMatcher {
  if (isLiteral && !ignoresCase) return (lines) => lines.map((line) => line.includes(pattern));
  const expression = compile(isLiteral ? escapePattern(pattern) : pattern, ignoresCase ? "i" : "");
  const { Script, createContext } = process.getBuiltinModule("node:vm");
  const script = new Script("test()");
  const call: { test: () => void } = { test: () => undefined };
  const context = createContext(call);
  return (lines) => {
    let matches: readonly boolean[] = [];
    call.test = () => {
      matches = lines.map((line) => expression.test(line));
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

function compile(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw new ToolInputError(
      `The pattern is not a regular expression: ${errorText(error)}. Correct it, or search for plain text with literal.`,
      { cause: error },
    );
  }
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
