import { baseName } from "../shell/program-name.ts";
import type { Program } from "../shell/program.ts";
import { dropStart, knownStart } from "../shell/word.ts";
import type { ReadWord } from "../shell/word.ts";
import { wordSet } from "../word-set.ts";
import { tableOf } from "./table.ts";

/** Programs that write to every file they name. */
const eachOperand = wordSet(
  "tee sponge touch truncate shred rm rmdir unlink chmod chown chgrp mkdir mkfifo mknod",
);

/** Programs whose last operand is written, with everything else read. */
const lastOperand = wordSet("cp mv ln install link rsync scp ditto");

/** Options that name a file to write, by program. */
const outputs: ReadonlyMap<string, RegExp> = tableOf<RegExp>({
  curl: /^(?:-[A-Za-z#]*o|--output|-[A-Za-z#]*D|--dump-header|-c|--cookie-jar|--trace|--trace-ascii|--stderr)(?:=|$)/,
  wget: /^(?:-[A-Za-z]*O|--output-document|-o|--output-file|-a)(?:=|$)/,
  sort: /^(?:-[A-Za-z]*o|--output)/,
  tree: /^-o$/,
  openssl: /^-out$/,
  gpg: /^(?:-o|--output)$/,
  gcc: /^-o$/,
  cc: /^-o$/,
  clang: /^-o$/,
  base64: /^-o$/,
  pandoc: /^(?:-o|--output)/,
});

/** Programs that make no file by being named here, but only change what is there. */
const onlyChange = wordSet("touch rm rmdir unlink mkdir chown chgrp shred truncate");

/** What they make comes out of sources: whoever makes those in the same line is found by them. */
const compilers = new Set(["gcc", "cc", "clang"]);

/** Programs that write the files their arguments name. */
export function inspectFileMaker(program: Program, name: string): boolean {
  const words = program.words.slice(1);
  const pattern = outputs.get(name);
  const operands = words.filter(({ value }) => value === undefined || !value.startsWith("-"));
  if (eachOperand.has(name))
    writeEach(program, name, name === "chmod" ? operands.slice(1) : operands);
  else if (lastOperand.has(name)) writeLast(program, name, words, operands);
  else if (name === "dd") for (const word of words) writeAfter(program, word, "of=");
  else if (pattern)
    writeOutputs(compilers.has(name) ? withoutMaking(program) : program, words, pattern);
  else if (name === "uniq" || name === "xxd")
    for (const word of operands.slice(1)) program.writes(word);
  else if (name === "patch" || name === "split" || name === "csplit")
    program.makes({ text: program.text, value: name, pieces: [name] });
  else return false;
  return true;
}

function writeEach(program: Program, name: string, operands: readonly ReadWord[]): void {
  for (const word of operands)
    if (onlyChange.has(name)) program.changes(word);
    else program.writes(word);
}

/** The target may be a folder: then the files in it are called like the sources. */
function writeLast(
  program: Program,
  name: string,
  words: readonly ReadWord[],
  operands: readonly ReadWord[],
): void {
  const index = words.findIndex(({ value }) =>
    /^(?:-[a-zA-Z]*t|--target-directory)$/.test(value ?? ""),
  );
  const inline = words.find(({ value }) => value?.startsWith("--target-directory=") === true);
  const target = words[index + 1];
  if (inline) writeAfter(program, inline, "--target-directory=");
  if (index !== -1 && target) program.writes(target);
  const last = operands.at(-1);
  if (last) program.writes(last);
  for (const source of operands.slice(0, -1)) {
    if (name === "mv") program.changes(source);
    else program.reads(source);
    program.makes(
      source.value === undefined
        ? source
        : { ...source, value: baseName(source.value), pieces: [baseName(source.value)] },
    );
  }
}

function writeAfter(program: Program, word: ReadWord, start: string): void {
  const [first] = word.pieces;
  if (typeof first === "string" && first.startsWith(start))
    program.writes(dropStart(word, start.length));
}

function writeOutputs(program: Program, words: readonly ReadWord[], pattern: RegExp): void {
  words.forEach((word, index) => {
    const start = knownStart(word);
    const match = pattern.exec(start);
    if (!match) {
      if (/^-[A-Za-z#]*O$|^--remote-name/.test(start)) program.makes(word);
      return;
    }
    if (match[0].endsWith("=")) writeAfter(program, word, match[0]);
    else {
      const next = words[index + 1];
      if (match[0] === start && next) program.writes(next);
      else writeAfter(program, word, match[0]);
    }
  });
}

function withoutMaking(program: Program): Program {
  return { ...program, writes: (path) => program.changes(path) };
}
