import type { Program } from "../shell/program.ts";
import { literalWord, mayBeOption } from "../shell/word.ts";
import type { ReadWord } from "../shell/word.ts";
import { readAwkProgram } from "./awk-program.ts";
import { scanOptions } from "./options.ts";
import { readSedScript } from "./sed-script.ts";

/** `sed` and `awk`: what their little programs run and write. */
export function inspectEditor(program: Program, name: string): boolean {
  if (name === "sed" || name === "gsed") inspectSed(program);
  else if (/^[gmn]?awk$/.test(name) || name === "original-awk") inspectAwk(program);
  else return false;
  return true;
}

/** What a call of sed does beyond printing, for whoever decides whether it only reads. */
export function sedCall(words: readonly ReadWord[]): {
  readonly scripts: readonly (string | undefined)[];
  readonly isInPlace: boolean;
  readonly strange: ReadWord | undefined;
  readonly files: readonly ReadWord[];
} {
  const { options, operands, strange } = scanOptions(words.slice(1), {
    flags: "nrEsuzb",
    values: "efl",
    longFlags: [
      "quiet",
      "silent",
      "regexp-extended",
      "separate",
      "unbuffered",
      "null-data",
      "posix",
      "debug",
      "sandbox",
      "follow-symlinks",
      "version",
      "help",
    ],
    longValues: ["expression", "file", "line-length"],
    isPermuting: true,
  });
  const isInPlace = words.some(({ value }) => /^-[nrEsuz]*i|^--in-place/.test(value ?? ""));
  if (isInPlace) return sedInPlace(words);
  const given = options.filter(({ name }) => ["-e", "-f", "--expression", "--file"].includes(name));
  const scripts = given.map(({ name, value }) =>
    name === "-e" || name === "--expression" ? value?.value : undefined,
  );
  const [first, ...rest] = operands;
  const isFirstScript = given.length === 0 && first !== undefined;
  return {
    scripts: isFirstScript ? [first.value] : scripts,
    isInPlace,
    strange,
    files: isFirstScript ? rest : operands,
  };
}

function sedInPlace(words: readonly ReadWord[]): ReturnType<typeof sedCall> {
  // `-i` takes its suffix in the same word, or on some systems the next one: both read the rest alike.
  const cleaned = words.flatMap((word) => {
    if (word.value?.startsWith("--in-place")) return [];
    const before = /^-([nrEsuz]*)i/.exec(word.value ?? "");
    if (!before) return [word];
    return before[1] === "" ? [] : [literalWord(`-${before[1]}`)];
  });
  return { ...sedCall(cleaned.filter(({ value }) => value !== "")), isInPlace: true };
}

function inspectSed(program: Program): void {
  const { scripts, isInPlace, strange, files } = sedCall(program.words);
  if (strange) return program.open(`what ${strange.text} makes sed do shows only when it runs`);
  if (scripts.includes(undefined))
    program.open("the script of sed is not known, and sed scripts can run commands");
  // Several parts make one script: a command may begin in one and go on in the next.
  const { runs, writes } = readSedScript(
    scripts.filter((script) => script !== undefined).join("\n"),
  );
  if (runs !== undefined) program.open(runs);
  for (const path of writes) program.writes(literalWord(path));
  if (isInPlace) for (const file of files) program.writes(file);
}

/** The program text of awk and the rest of its words. */
export function awkCall(words: readonly ReadWord[]): {
  readonly text: string | undefined;
  readonly strange: ReadWord | undefined;
  readonly operands: readonly ReadWord[];
} {
  const { options, operands, strange } = scanOptions(words.slice(1), {
    flags: "",
    values: "Fv",
    longFlags: ["version", "help", "posix", "traditional", "re-interval"],
    longValues: ["field-separator", "assign"],
  });
  if (options.some(({ name }) => name === "--version" || name === "--help"))
    return { text: "", strange: undefined, operands: [] };
  const [text, ...rest] = operands;
  return {
    text: text?.value,
    strange: strange ?? (text && mayBeOption(text) ? text : undefined),
    operands: rest,
  };
}

function inspectAwk(program: Program): void {
  const { text, strange } = awkCall(program.words);
  if (strange || text === undefined)
    return program.open("the program of awk is not known, and awk programs can run commands");
  const { runs, writes } = readAwkProgram(text);
  if (runs) program.open("the program of awk runs a command");
  if (writes) program.makes(literalWord("a file that awk writes"));
}
