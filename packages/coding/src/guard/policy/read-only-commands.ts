import { readAwkProgram } from "../programs/awk-program.ts";
import { readSedScript } from "../programs/sed-script.ts";
import { awkCall, sedCall } from "../programs/stream-editors.ts";
import { isSystemPath, programName } from "../shell/program-name.ts";
import type { SimpleCommand } from "../shell/reading.ts";
import { mayBeOption } from "../shell/word.ts";
import type { ReadWord } from "../shell/word.ts";
import { wordSet } from "../word-set.ts";
import { isReadOnlyGit } from "./read-only-git.ts";
import { isKnownPath } from "./word-paths.ts";

/** Programs and builtins that read no contents of files, or change nothing but the shell itself. */
const harmless = wordSet(
  "echo printf true false : pwd cd pushd popd dirs test [ basename dirname type which whereis",
  "uname whoami id groups uptime nproc arch sleep seq tty locale getconf ps pgrep free lscpu w",
  "who df ls dir vdir stat du realpath readlink exit return break continue shift set local",
  "declare typeset readonly export unset read let getopts wait trap times expr tput cal jobs",
);

/** Programs that print what is in the files they are given, without an option that does more. */
const reading = wordSet(
  "cat tac nl head tail wc cut paste tr comm join fold fmt column expand rev unexpand od",
  "hexdump strings md5sum sha1sum sha224sum sha256sum sha384sum sha512sum cksum b2sum sum",
  "base64 base32 diff cmp grep egrep fgrep zcat zgrep jq tsort numfmt",
);

/** Programs that read unless one of these options is given; what an expansion leaves open may be one. */
const unless: ReadonlyMap<string, RegExp> = new Map([
  ["sort", /^(?:-[A-Za-z]*[oT]|--(?:o|t|co|files0))/],
  ["tree", /^(?:-[A-Za-z]*[oR]|--output)/],
  ["file", /^(?:-[A-Za-z]*[CmM]|--compile)/],
  ["rg", /^--(?:pre|hostname-bin|search-zip)|^-[A-Za-z]*z/],
  ["yq", /^(?:-[A-Za-z]*[is]|--(?:in-?place|split))/],
  ["date", /^(?:-[A-Za-z]*s|--set|[^-+])/],
  ["hostname", /^(?:[^-]|-[A-Za-z]*[bF]|--(?:file|boot))/],
]);

/** Programs that only run others, which are judged by themselves. */
const transparent = wordSet("command builtin time timeout nice ionice stdbuf xargs");

/** Whether a command only looks, as far as its program and arguments tell. Files that are secret are judged elsewhere. */
export function isReadOnly({ name, words, variables }: SimpleCommand): boolean {
  if (variables.length > 0) return false;
  if (name.includes("/") && !isSystemPath(name)) return false;
  const program = programName(name);
  const rest = words.slice(1);
  if (harmless.has(program) || transparent.has(program)) return true;
  if (rest.length === 1 && rest[0]?.value === "--version") return true;
  if (program === "git") return isReadOnlyGit(words);
  if (!rest.every(isKnownPath)) return false;
  if (reading.has(program)) return true;
  const forbidden = unless.get(program);
  if (forbidden) return !rest.some((word) => isOption(word, forbidden));
  return special.get(program)?.(words) ?? false;
}

function isOption(word: ReadWord, forbidden: RegExp): boolean {
  return word.value === undefined ? mayBeOption(word) : forbidden.test(word.value);
}

const special: ReadonlyMap<string, (words: readonly ReadWord[]) => boolean> = new Map([
  ["find", isReadOnlyFind],
  ["fd", isPlainFd],
  ["fdfind", isPlainFd],
  ["sed", isReadOnlySed],
  ["awk", isReadOnlyAwk],
  ["gawk", isReadOnlyAwk],
  ["mawk", isReadOnlyAwk],
  ["uniq", hasOneFile],
  [
    "xxd",
    (words: readonly ReadWord[]) =>
      hasOneFile(words) && !words.some(({ value }) => /^-[a-z]*r/.test(value ?? "-r")),
  ],
  [
    "npm",
    (words: readonly ReadWord[]) =>
      /^(?:ls|list|view|outdated|root|prefix)$/.test(words[1]?.value ?? ""),
  ],
]);

/** What `-exec` runs and what `-delete` does are commands of their own. */
function isReadOnlyFind(words: readonly ReadWord[]): boolean {
  return !words.slice(1).some(({ value }) => /^-(?:fprint|fls|files0-from|ok)/.test(value ?? ""));
}

function isPlainFd(words: readonly ReadWord[]): boolean {
  return words
    .slice(1)
    .every((word) =>
      word.value === undefined ? !mayBeOption(word) : !/^-[A-Za-z]*[xX]|^--exec/.test(word.value),
    );
}

function isReadOnlySed(words: readonly ReadWord[]): boolean {
  const { scripts, isInPlace, strange } = sedCall(words);
  if (isInPlace || strange || scripts.includes(undefined)) return false;
  const { runs, writes } = readSedScript(scripts.join("\n"));
  return (
    runs === undefined && writes.length === 0 && !/(?:^|[;{}\s\d$/])[rR]/.test(scripts.join("\n"))
  );
}

function isReadOnlyAwk(words: readonly ReadWord[]): boolean {
  const { text, strange } = awkCall(words);
  if (strange || text === undefined) return false;
  const { runs, writes } = readAwkProgram(text);
  return !runs && !writes && !text.includes("ARGV");
}

/** A second file would be written. */
function hasOneFile(words: readonly ReadWord[]): boolean {
  return (
    words.slice(1).filter(({ value }) => value === undefined || !value.startsWith("-")).length <= 1
  );
}
