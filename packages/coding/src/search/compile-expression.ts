import { ToolInputError, errorText } from "../errors.ts";

/** What lines are searched for. */
export interface PatternOptions {
  readonly pattern: string;
  /** The pattern is plain text, not a regular expression. */
  readonly isLiteral: boolean;
  readonly ignoresCase: boolean;
}

/**
 * The pattern as a regular expression in which a character is a character. What that mode is too strict for, such as a
 * brace that is not escaped, is read the older way. Throws `ToolInputError` for a pattern that is none.
 */
export function compileExpression({ pattern, isLiteral, ignoresCase }: PatternOptions): RegExp {
  const source = isLiteral ? escapePattern(pattern) : pattern;
  const flags = ignoresCase ? "i" : "";
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    return compileLoosely(source, flags);
  }
}

function compileLoosely(source: string, flags: string): RegExp {
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
