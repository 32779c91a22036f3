import { knownStart, mayBeOption } from "../shell/word.ts";
import type { ReadWord } from "../shell/word.ts";
import { wordSet } from "../word-set.ts";

/** Whether a pattern means a command; `maybe` when only running it would tell. */
export type Match = "yes" | "no" | "maybe";

/** A word of a pattern that begins with a dash. */
export interface Flag {
  /** As the pattern has it, such as `-rf` or `--force`. */
  readonly word: string;
  /** The letters, or the one long name, that must be there. */
  readonly names: readonly string[];
}

/** Letters and long names that mean the same for most programs. */
const synonyms: readonly (readonly [letter: string, name: string])[] = [
  ["r", "recursive"],
  ["R", "recursive"],
  ["f", "force"],
  ["a", "all"],
  ["d", "delete"],
  ["i", "interactive"],
  ["i", "in-place"],
  ["n", "dry-run"],
  ["q", "quiet"],
  ["v", "verbose"],
  ["y", "yes"],
  ["g", "global"],
  ["o", "output"],
];

/** Programs for which `-R` is `-r`. */
const anyCase = wordSet("rm cp grep scp");

/** Programs whose long options have one dash: their flags are no clusters. */
const singleDash = wordSet("find java terraform go openssl gcc clang");

export function readFlag(program: string, word: string): Flag {
  if (word.startsWith("--") || singleDash.has(program))
    return { word, names: [word.replace(/^-+/, "")] };
  return { word, names: [...new Set(word.slice(1))] };
}

/**
 * Whether a command may be said to have a flag: in any place and any cluster, long or short, long names shortened too.
 * `maybe` when an expansion may stand for it. Words after `--` are no flags.
 */
export function hasFlag(program: string, words: readonly ReadWord[], flag: Flag): Match {
  const options = beforeOperands(words);
  const isThere = flag.names.every((name) =>
    [name, ...synonymsOf(program, name)].some((one) =>
      options.some((word) => isFlag(program, word, one)),
    ),
  );
  if (isThere) return "yes";
  return options.some((word) => word.value === undefined && mayBeOption(word)) ? "maybe" : "no";
}

/** Whether a command has the flag as it stands, or its letters in clusters. */
export function hasExactFlag(words: readonly ReadWord[], { word, names }: Flag): boolean {
  const options = beforeOperands(words).flatMap(({ value }) =>
    value === undefined ? [] : [value],
  );
  const letters = options.filter((option) => /^-[A-Za-z0-9]+$/.test(option)).join("");
  const isCluster = /^-[A-Za-z0-9]+$/.test(word) && names.every((name) => name.length === 1);
  return options.includes(word) || (isCluster && names.every((name) => letters.includes(name)));
}

function beforeOperands(words: readonly ReadWord[]): readonly ReadWord[] {
  const end = words.findIndex(({ value }) => value === "--");
  return end === -1 ? words : words.slice(0, end);
}

function synonymsOf(program: string, name: string): readonly string[] {
  const names = anyCase.has(program) ? [name, name.toLowerCase(), name.toUpperCase()] : [name];
  return synonyms.flatMap(([letter, long]) => {
    if (names.includes(letter)) return [...names, long];
    return name === long ? [letter] : [];
  });
}

function isFlag(program: string, word: ReadWord, name: string): boolean {
  const text = knownStart(word);
  if (!text.startsWith("-") || text === "-") return false;
  if (singleDash.has(program)) return text.split("=", 1)[0]?.replace(/^--?/, "") === name;
  if (!text.startsWith("--")) return name.length === 1 && text.slice(1).includes(name);
  const given = text.slice(2).split("=", 1)[0] ?? "";
  return given !== "" && name.length > 1 && name.startsWith(given);
}
