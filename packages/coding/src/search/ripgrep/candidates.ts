import type { CandidateSearch } from "../../workspace/workspace.ts";
import { compileExpression } from "../compile-expression.ts";
import { toRipgrep } from "./pattern.ts";
import { runRipgrep } from "./run.ts";

/**
 * Flags that make ripgrep see the files that the walker sees: its configuration, its own ignore files and those of the
 * user are left out, hidden files are not, binary files are judged later.
 */
const sameFiles: readonly string[] = [
  "--no-config",
  "--null",
  "--no-messages",
  "--color=never",
  "--hidden",
  "--glob=!.git",
  "--no-ignore-global",
  "--no-ignore-exclude",
  "--no-ignore-dot",
];

/** Outside a repository `.gitignore` files count as well, but only those below the folder. */
const outsideRepository: readonly string[] = ["--no-require-git", "--no-ignore-parent"];

/**
 * The files below a folder in which a pattern may match, as ripgrep finds them; without a pattern all files. Undefined
 * when ripgrep cannot tell for sure.
 */
export async function ripgrepCandidates(
  program: string,
  { folder, pattern, isInRepository }: CandidateSearch,
  signal: AbortSignal,
): Promise<readonly string[] | undefined> {
  const wanted = pattern === undefined ? ["--files"] : patternArgs(pattern);
  const args = [...sameFiles, ...(isInRepository ? [] : outsideRepository), ...wanted];
  return runRipgrep(program, args, folder, signal);
}

/** A pattern that cannot be put to ripgrep may match anywhere. */
function patternArgs(pattern: NonNullable<CandidateSearch["pattern"]>): readonly string[] {
  const { ignoresCase } = pattern;
  const translated = toRipgrep(compileExpression(pattern));
  if (translated === undefined) return ["--files"];
  const letterCase = ignoresCase ? "--ignore-case" : "--case-sensitive";
  return ["--files-with-matches", "--text", letterCase, `--regexp=${translated}`];
}
