import type { Program } from "../shell/program.ts";
import { scanOptions } from "./options.ts";
import { tableOf } from "./table.ts";
import { calculateArguments, checkNames } from "./variable-builtins.ts";

/** The builtins of the shell that run something, or change what names mean. */
export function inspectBuiltin(program: Program, name: string): boolean {
  const inspect = builtins.get(name);
  if (!inspect || program.name.includes("/")) return false;
  inspect(program);
  return true;
}

const builtins: ReadonlyMap<string, (program: Program) => void> = tableOf<
  (program: Program) => void
>({
  eval: inspectEval,
  ".": sourcesFile,
  source: sourcesFile,
  trap: inspectTrap,
  alias: inspectAlias,
  let: calculateArguments,
  declare: checkNames,
  typeset: checkNames,
  local: checkNames,
  readonly: checkNames,
  export: checkNames,
  read: checkNames,
  mapfile: inspectMapfile,
  readarray: inspectMapfile,
  getopts: checkNames,
  unset: checkNames,
  printf: inspectPrintf,
  test: checkTest,
  "[": checkTest,
  wait: checkNames,
  hash: inspectHash,
  enable: inspectEnable,
  complete: alwaysOpen,
  compgen: alwaysOpen,
  compopt: alwaysOpen,
  bind: alwaysOpen,
  fc: alwaysOpen,
  jobs: inspectJobs,
  shopt: inspectShopt,
  set: inspectSet,
});

function alwaysOpen(program: Program): void {
  program.open(`${program.name} may run code that it is handed as text`);
}

function inspectEval(program: Program): void {
  const words = program.words.slice(program.words[1]?.value === "--" ? 2 : 1);
  const values = words.map(({ value }) => value);
  program.script(
    values.includes(undefined) ? undefined : values.join(" "),
    "eval",
    program.dialect,
  );
}

function sourcesFile(program: Program): void {
  const words = program.words.slice(program.words[1]?.value === "--" ? 2 : 1);
  const [file] = words;
  if (file) program.open(`it runs the contents of ${file.text}, which nobody has judged`);
}

function inspectTrap(program: Program): void {
  const { operands, options, strange } = scanOptions(program.words.slice(1), { flags: "lpP" });
  const [action] = operands;
  if (strange) return program.open(`what ${strange.text} stands for shows only when it runs`);
  if (options.length > 0 || !action || operands.length === 1) {
    if (operands.length === 1 && action?.value === undefined) alwaysOpen(program);
    return;
  }
  if (action.value !== "-" && action.value !== "")
    program.script(action.value, "trap", program.dialect);
}

/** Names given by `alias` are replaced before the parser of the shell reads on; ours cannot follow that. */
function inspectAlias(program: Program): void {
  for (const word of program.words.slice(1)) {
    const value = word.value;
    const end = value?.indexOf("=") ?? -1;
    if (value === undefined) program.open("an alias changes what later words mean");
    else if (end > 0) {
      program.script(value.slice(end + 1), "alias", program.dialect);
      if (program.dialect === "other-shell") program.open("an alias changes what later words mean");
    }
  }
}

function inspectShopt(program: Program): void {
  const values = program.words.map(({ value }) => value);
  if (values.includes(undefined) || values.includes("expand_aliases"))
    program.open("it makes aliases change what later words mean");
  if (values.includes("extdebug")) program.open("it changes how functions and traps run");
}

function inspectSet(program: Program): void {
  if (
    program.words.some(
      ({ value }, index) => value === "posix" && program.words[index - 1]?.value?.endsWith("o"),
    )
  )
    program.open("it makes aliases change what later words mean");
}

function inspectMapfile(program: Program): void {
  const { options, strange } = scanOptions(program.words.slice(1), {
    flags: "t",
    values: "dnOsuCc",
  });
  if (strange) program.open(`what ${strange.text} stands for shows only when it runs`);
  const callback = options.find(({ name }) => name === "-C");
  if (callback) program.script(callback.value?.value, `${program.name} -C`);
  checkNames(program);
}

function inspectPrintf(program: Program): void {
  const [, option, name, format, ...rest] = program.words;
  // Its only option, -v, could hide in an expansion; but printf "$text" is far too usual to be asked about.
  if (option?.value === undefined && option !== undefined && option.pieces.length === 1) return;
  if (!option?.value?.startsWith("-v")) return;
  const target = option.value === "-v" ? name?.value : option.value.slice(2);
  if (target === undefined || !/^\w+(?:\[\w+\])?$/.test(target))
    return program.open("the shell sets a variable by a name that may hold a command");
  const isPlain = rest.length === 0 && format?.value !== undefined && !/[%\\]/.test(format.value);
  program.assign(target, isPlain ? format : undefined);
}

function checkTest(program: Program): void {
  program.words.forEach((word, index) => {
    if (word.value !== "-v" && word.value !== "-R") return;
    const operand = program.words[index + 1];
    if (
      operand &&
      operand.value !== "]" &&
      !/^\w*(?:\[(?:\w+|[@*])\])?$/.test(operand.value ?? "$")
    )
      program.open("the shell looks up a variable by a name that may hold a command");
  });
}

function inspectHash(program: Program): void {
  const words = program.words.slice(1);
  if (words.some(({ value }) => value === undefined || /^-[a-z]*[pd]/.test(value)))
    program.open("it changes which program a name means");
}

function inspectEnable(program: Program): void {
  const words = program.words.slice(1);
  if (words.some(({ value }) => value === undefined || /^-[a-z]*[fn]/.test(value)))
    program.open("it loads code, or changes which program a name means");
}

function inspectJobs(program: Program): void {
  const [, option, ...rest] = program.words;
  if (option?.value === "-x") program.run(rest, "jobs -x");
  else if (option && option.value === undefined) alwaysOpen(program);
}
