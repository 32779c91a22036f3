import { ToolInputError } from "../../errors.ts";
import { baseName, isSystemPath } from "../shell/program-name.ts";
import type { SimpleCommand } from "../shell/reading.ts";
import { mayBeOption } from "../shell/word.ts";
import type { ReadWord } from "../shell/word.ts";
import { hasExactFlag, hasFlag, readFlag } from "./flags.ts";
import type { Flag, Match } from "./flags.ts";

/** What a rule says about commands: any, one program, or one program with some of its words and flags. */
export interface CommandPattern {
  readonly text: string;
  /** `undefined` for `*`. */
  readonly program: string | undefined;
  readonly words: readonly string[];
  readonly flags: readonly Flag[];
}

/** Reads `rm`, `git status`, `rm -rf` or `*`. A final `*` after other words says nothing. Throws ToolInputError. */
export function readPattern(text: string): CommandPattern {
  const words = text
    .trim()
    .split(/\s+/)
    .filter((word) => word !== "");
  const [program, ...rest] = words.length > 1 && words.at(-1) === "*" ? words.slice(0, -1) : words;
  if (program === undefined)
    throw new ToolInputError(
      "A rule has an empty pattern. Name a command such as `git status`, or `*` for every one.",
    );
  if (program === "*" && rest.length === 0)
    return { text, program: undefined, words: [], flags: [] };
  if (
    words.some((word) => /[*?'"\\$`;|&<>(){}]/.test(word)) &&
    !(words.at(-1) === "*" && !/[*?'"\\$`;|&<>(){}]/.test([program, ...rest].join("")))
  )
    throw new ToolInputError(
      `The pattern ${JSON.stringify(text)} of a rule is more than plain words. Use the words a command begins with, such as \`git status\`, or \`*\` alone.`,
    );
  const name = baseName(program);
  return {
    text,
    program,
    words: rest.filter((word) => !isFlagWord(word)),
    flags: rest.filter(isFlagWord).map((word) => readFlag(name, word)),
  };
}

function isFlagWord(word: string): boolean {
  return word.startsWith("-") && word !== "-" && word !== "--";
}

/**
 * Whether a pattern that forbids or asks means this command. It errs on the side of yes: the program may be reached by any
 * path, its own options may stand before the words, and what an expansion leaves open may be what the pattern names.
 */
export function meansCommand(pattern: CommandPattern, { name, words }: SimpleCommand): Match {
  if (pattern.program === undefined) return "yes";
  const program = baseName(pattern.program).toLowerCase();
  if (baseName(name).toLowerCase() !== program) return "no";
  const rest = words.slice(1);
  const matches = [
    followsLoosely(pattern.words, rest, 0),
    ...pattern.flags.map((flag) => hasFlag(program, rest, flag)),
  ];
  if (matches.includes("no")) return "no";
  return matches.includes("maybe") ? "maybe" : "yes";
}

/** Whether the words of the pattern come next, with options and their values between them. */
function followsLoosely(
  wanted: readonly string[],
  words: readonly ReadWord[],
  from: number,
): Match {
  const [next, ...others] = wanted;
  if (next === undefined) return "yes";
  const word = words[from];
  if (!word) return "no";
  const found: Match[] = [];
  if (word.value === next) found.push(followsLoosely(others, words, from + 1));
  if (word.value === undefined) found.push("maybe");
  if (mayBeOption(word)) {
    found.push(followsLoosely(wanted, words, from + 1));
    if (words[from + 1] && !word.value?.includes("="))
      found.push(followsLoosely(wanted, words, from + 2));
  }
  if (found.includes("yes")) return "yes";
  return found.includes("maybe") ? "maybe" : "no";
}

/**
 * Whether a pattern that allows covers this command. It errs on the side of no: a bare name or a system path, the words
 * right behind it and as they stand.
 */
export function coversCommand(pattern: CommandPattern, command: SimpleCommand): boolean {
  if (pattern.program === undefined) return true;
  const { name, words } = command;
  const isNamed =
    name === pattern.program || (isSystemPath(name) && baseName(name) === pattern.program);
  if (!isNamed) return false;
  const follows = pattern.words.every((word, index) => words[index + 1]?.value === word);
  return follows && pattern.flags.every((flag) => hasExactFlag(words.slice(1), flag));
}
