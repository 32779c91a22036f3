import type { Program } from "../shell/program.ts";
import { literalWord, mayBeOption, openWord } from "../shell/word.ts";
import type { ReadWord } from "../shell/word.ts";

/** `find` and `fd`: what they run for the files they find, what they delete, and the lists they write. */
export function inspectFind(program: Program, name: string): boolean {
  if (name === "find" || name === "gfind") inspectGnuFind(program);
  else if (name === "fd" || name === "fdfind") inspectFd(program);
  else return false;
  return true;
}

const running = new Set(["-exec", "-execdir", "-ok", "-okdir"]);
const writing = new Set(["-fprint", "-fprint0", "-fls", "-fprintf"]);

function inspectGnuFind(program: Program): void {
  const { words } = program;
  for (let index = 1; index < words.length; index++) {
    const word = words[index];
    if (!word) continue;
    if (word.value === undefined && mayBeOption(word) && !isPlainGlob(word))
      program.open(`what find does with ${word.text} shows only when it runs`);
    if (running.has(word.value ?? "")) index = runFound(program, index);
    else if (word.value === "-delete")
      program.run([literalWord("rm"), literalWord("-rf"), openWord("{}")], "find -delete");
    else if (word.value === "-files0-from")
      program.open("find reads its starting points from a file");
    else if (writing.has(word.value ?? "")) program.writes(words[index + 1] ?? openWord(""));
  }
}

/** A glob that cannot become one of find's actions, such as `*.ts`. */
function isPlainGlob({ pieces }: ReadWord): boolean {
  return (
    pieces.some((piece) => typeof piece !== "string" && piece.open === "glob") &&
    pieces.some((piece) => typeof piece === "string" && /[./]/.test(piece))
  );
}

/** Judges the command that ends in `;` or `{} +`; returns where it ends. */
function runFound(program: Program, start: number): number {
  const { words } = program;
  let end = start + 1;
  while (end < words.length && !isEnd(words, end)) end++;
  const command = words
    .slice(start + 1, end)
    .map((word) => (word.value?.includes("{}") === true ? openWord(word.text) : word));
  if (command.length > 0) program.run(command, `find ${words[start]?.text ?? "-exec"}`);
  return end;
}

function isEnd(words: readonly ReadWord[], index: number): boolean {
  const value = words[index]?.value;
  return value === ";" || (value === "+" && words[index - 1]?.value === "{}");
}

/** `fd -x` and `-X` take the rest of the words. */
function inspectFd(program: Program): void {
  const { words } = program;
  words.forEach((word, index) => {
    const value = word.value ?? "";
    if (
      /^(?:--exec|--exec-batch)=|^-[A-Za-z]*[xX].+/.test(value) &&
      value !== "-x" &&
      value !== "-X"
    )
      program.open("fd runs a command that is hidden in its options");
    if (word.value === undefined && mayBeOption(word))
      program.open(`what fd does with ${word.text} shows only when it runs`);
    if (/^(?:-[A-Za-z]*[xX]|--exec|--exec-batch)$/.test(value))
      program.run(
        [...words.slice(index + 1).filter((one) => one.value !== ";"), openWord("{}")],
        `fd ${value}`,
      );
  });
}
