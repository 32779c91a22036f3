import { readGitCall } from "../programs/git-call.ts";
import { knownStart, mayBeOption } from "../shell/word.ts";
import type { ReadWord } from "../shell/word.ts";
import { wordSet } from "../word-set.ts";

/** Subcommands that only look, whatever their arguments. */
const looking = wordSet(
  "status log diff show blame annotate shortlog describe rev-parse rev-list ls-files ls-tree",
  "cat-file grep name-rev merge-base for-each-ref show-ref count-objects check-ignore",
  "check-attr whatchanged cherry range-diff diff-tree diff-index diff-files version show-branch",
  "verify-commit",
);

/** Subcommands that look when they are given nothing but these. */
const listing: ReadonlyMap<string, RegExp> = new Map([
  [
    "branch",
    /^(?:-a|-r|-v|-vv|--list|--all|--remotes|--show-current|--verbose|--merged|--no-merged|--sort=.*|--format=.*)$/,
  ],
  ["tag", /^(?:-l|--list|-n\d*|--sort=.*|--format=.*)$/],
  ["remote", /^(?:-v|--verbose|show|get-url|origin|upstream)$/],
  ["stash", /^(?:list|show|-p|--patch|--stat|stash@\{\d+\}|\d+)$/],
  [
    "config",
    /^(?:-l|--list|--get|--get-all|--get-regexp|--show-origin|--show-scope|--local|--global|get|list)$/,
  ],
  ["worktree", /^(?:list|--porcelain|-v)$/],
  ["reflog", /^(?:show|HEAD|-\d+|-n|--oneline|\d+)$/],
  ["submodule", /^(?:status|summary|--recursive)$/],
  ["notes", /^(?:list|show)$/],
]);

/** Whether a call of git only looks. */
export function isReadOnlyGit(words: readonly ReadWord[]): boolean {
  const { subcommand, rest, strange, isElsewhere, folders } = readGitCall(words);
  if (strange || isElsewhere || folders.some(({ value }) => value === undefined)) return false;
  if (subcommand === undefined) return words.length === 2 && words[1]?.value === "--version";
  if (rest.some((word) => writesOutput(word) || (word.value === undefined && mayBeOption(word))))
    return false;
  if (looking.has(subcommand)) return true;
  const known = listing.get(subcommand);
  if (!known) return false;
  const isReadingKey =
    subcommand === "config" &&
    /^(?:--get|--get-all|--get-regexp|get)$/.test(rest[0]?.value ?? "") &&
    rest.length <= 2;
  const needsWord =
    subcommand === "stash" ||
    subcommand === "worktree" ||
    subcommand === "config" ||
    subcommand === "notes";
  if (needsWord && rest.length === 0) return false;
  return isReadingKey || rest.every(({ value }) => value !== undefined && known.test(value));
}

function writesOutput(word: ReadWord): boolean {
  const start = knownStart(word);
  return (
    /^--(?:o|ext|textconv|open-files)/.test(start) &&
    start !== "--oneline" &&
    start !== "--or" &&
    start !== "--ours"
  );
}
