import type { Program } from "../shell/program.ts";
import { knownStart, mayBeOption } from "../shell/word.ts";
import type { ReadWord } from "../shell/word.ts";
import { wordSet } from "../word-set.ts";
import { harmlessSetting, readGitCall } from "./git-call.ts";
import { tableOf } from "./table.ts";

/** `git`: options, settings and subcommands that run other programs. */
export function inspectGit(program: Program, name: string): boolean {
  if (name !== "git") return false;
  const { settings, strange, isElsewhere, subcommand, rest } = readGitCall(program.words);
  for (const { key, text } of settings)
    if (key === undefined || !harmlessSetting.test(key))
      program.open(`the setting ${text} can make git run a command`);
  if (strange) program.open(`what ${strange.text} makes git do shows only when it runs`);
  else if (isElsewhere) program.open("a repository elsewhere can make git run commands");
  else if (subcommand !== undefined) inspectSubcommand(program, subcommand, rest);
  return true;
}

/** Subcommands that exist to run something. */
const runsCommands = wordSet(
  "filter-branch hook daemon instaweb web--browse shell send-email remote-ext credential gui",
  "citool for-each-repo cvsserver upload-pack receive-pack fast-import svn p4",
);

function inspectSubcommand(program: Program, subcommand: string, rest: readonly ReadWord[]): void {
  const has = (...values: readonly string[]): boolean =>
    rest.some(({ value }) => value !== undefined && values.includes(value));
  if (runsCommands.has(subcommand)) program.open(`git ${subcommand} can run any command`);
  if (subcommand === "submodule" && has("foreach"))
    program.open("git submodule foreach runs a command in every submodule");
  if (subcommand === "rebase" && has("-i", "--interactive"))
    program.open("an interactive rebase runs an editor, and the commands in its list");
  if (subcommand === "config") inspectSettings(program, rest);
  if (subcommand === "bisect" && rest[0]?.value === "run") {
    program.run(rest.slice(1), "git bisect run");
    return;
  }
  for (const word of rest) inspectOption(program, subcommand, word);
}

/** Long options, by subcommand, whose value git runs or takes commands from. They may be shortened. */
const codeOptions: ReadonlyMap<string, readonly string[]> = tableOf<readonly string[]>({
  rebase: ["exec"],
  clone: ["upload-pack", "config", "template"],
  init: ["template"],
  fetch: ["upload-pack"],
  pull: ["upload-pack"],
  push: ["receive-pack", "exec"],
  "fetch-pack": ["upload-pack", "exec"],
  "send-pack": ["receive-pack", "exec"],
  "ls-remote": ["upload-pack", "exec"],
  archive: ["exec"],
  difftool: ["extcmd", "tool"],
  mergetool: ["tool"],
  grep: ["open-files-in-pager"],
  log: ["ext-diff"],
  show: ["ext-diff"],
  diff: ["ext-diff"],
});

/** One-letter options that do the same. */
const codeLetters: ReadonlyMap<string, RegExp> = tableOf<RegExp>({
  rebase: /^-[A-Za-z]*x/,
  clone: /^-[A-Za-z]*[uc]/,
  grep: /^-[A-Za-z]*O/,
  difftool: /^-[A-Za-z]*[xt]/,
  mergetool: /^-[A-Za-z]*t/,
  "ls-remote": /^-[A-Za-z]*u/,
});

/** Options that are complete as they are, however much they look like a shortened one of the above. */
const harmlessOptions = wordSet("tags text all");

function inspectOption(program: Program, subcommand: string, word: ReadWord): void {
  const start = knownStart(word);
  const codes = codeOptions.get(subcommand) ?? [];
  const isLetter = !start.startsWith("--") && codeLetters.get(subcommand)?.test(start) === true;
  const isLong = start.startsWith("--") && isShortened(start.slice(2), codes);
  // An address of the kind ext:: is a command.
  if (isLetter || isLong || start.startsWith("ext::"))
    program.open(`${word.text} can make git run a command`);
  else if (
    word.value === undefined &&
    mayBeOption(word) &&
    codes.length > 0 &&
    !isLooking(subcommand)
  )
    program.open(`${word.text} may turn out to be an option that makes git run a command`);
}

/** The diff drivers that --ext-diff runs are settings, and settings are judged where they are made. */
function isLooking(subcommand: string): boolean {
  return subcommand === "log" || subcommand === "show" || subcommand === "diff";
}

function isShortened(option: string, codes: readonly string[]): boolean {
  const name = option.split("=", 1)[0] ?? "";
  return (
    !harmlessOptions.has(name) && name.length > 1 && codes.some((code) => code.startsWith(name))
  );
}

/** Reading settings is harmless; setting one that names a command is not. */
function inspectSettings(program: Program, rest: readonly ReadWord[]): void {
  const operands = rest.filter(({ value }) => value === undefined || !value.startsWith("-"));
  const [first, second] = operands;
  const isReading =
    rest.some(({ value }) =>
      /^(?:--(?:get|get-all|get-regexp|list|unset|unset-all)|-l)$/.test(value ?? ""),
    ) || /^(?:get|list|unset)$/.test(first?.value ?? "");
  if (rest.some(({ value }) => value === "-e" || value === "--edit") || first?.value === "edit")
    program.open("git config runs an editor");
  if (isReading || operands.length < 2) return;
  const key = (first?.value === "set" ? second : first)?.value?.toLowerCase();
  if (key === undefined || !harmlessSetting.test(key))
    program.open("the setting can make git run a command");
}
