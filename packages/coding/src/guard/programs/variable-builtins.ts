import { hidesSubscript } from "../shell/expressions.ts";
import type { Program } from "../shell/program.ts";
import { dropStart } from "../shell/word.ts";
import type { ReadWord } from "../shell/word.ts";

/** `let`: every argument is an expression. */
export function calculateArguments(program: Program): void {
  for (const { value, text } of program.words.slice(1))
    if (value === undefined || /['"\\`]|\$/.test(value))
      program.open(`the shell calculates ${text}, and what that runs shows only then`);
    else {
      program.calculates(value);
      const name = /^\s*([A-Za-z_]\w*)\s*=/.exec(value)?.[1];
      if (name !== undefined) program.assign(name, undefined);
    }
}

/** Options of `read` and the like whose next word is a value and no name of a variable. */
const valueOptions: Readonly<Record<string, string | undefined>> = {
  read: "dinNptu",
  mapfile: "dnOsuCc",
  readarray: "dnOsuCc",
};

/** Builtins that take names of variables: a name may hide a command in its subscript. */
export function checkNames(program: Program): void {
  const values = valueOptions[program.name] ?? "";
  const isInteger =
    program.words.some(({ value }) => /^-[A-Za-z]*i/.test(value ?? "")) && values === "";
  const isReference =
    program.words.some(({ value }) => /^-[A-Za-z]*n/.test(value ?? "")) && values === "";
  let skips = false;
  for (const word of program.words.slice(1)) {
    const { value } = word;
    const isOption = value !== undefined && /^[-+]./.test(value);
    if (!skips && !isOption) checkName(program, word, { isInteger, isReference });
    skips = !skips && isOption && values !== "" && values.includes(value.slice(-1));
  }
}

function checkName(
  program: Program,
  word: ReadWord,
  { isInteger, isReference }: { readonly isInteger: boolean; readonly isReference: boolean },
): void {
  const [first] = word.pieces;
  const start = typeof first === "string" ? first : "";
  const name = /^([A-Za-z_]\w*)(?:\[\w*\])?(\+?=|$)/.exec(start);
  if (!name?.[1] || (name[2] === "" && word.value === undefined)) {
    const isHarmless = program.name === "wait" || /^-?\d+$/.test(word.value ?? "");
    if (!isHarmless && (word.value === undefined || hidesSubscript(word.value)))
      program.open("the shell sets a variable by a name that may hold a command");
    return;
  }
  const hasValue = name[2] !== "";
  const value = hasValue ? dropStart(word, name[0].length) : undefined;
  const isOnlyDeclared = !hasValue && !settingNames.has(program.name);
  if (!isOnlyDeclared) program.assign(name[1], value);
  if (isInteger) program.declareInteger(name[1]);
  if (value?.pieces.some((piece) => typeof piece === "string" && hidesSubscript(piece)))
    program.open("the value holds a subscript with a command in it");
  if (isReference && hasValue && !/^[A-Za-z_]\w*$/.test(value?.value ?? "$"))
    program.open("it makes a name stand for a variable that shows only when it runs");
}

/** Builtins that give a value to a variable that is merely named. */
const settingNames = new Set(["read", "mapfile", "readarray", "getopts"]);
