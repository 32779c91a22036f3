import type { Program } from "../shell/program.ts";
import { wordSet } from "../word-set.ts";
import { scanOptions } from "./options.ts";
import type { OptionSpec } from "./options.ts";

const shells: ReadonlySet<string> = wordSet(
  "sh bash dash ash rbash zsh ksh ksh93 mksh lksh oksh yash posh hush fish csh tcsh pwsh",
  "powershell elvish nu xonsh osh ysh sash",
);

/** Shells whose language is another one altogether. */
const foreign: ReadonlySet<string> = wordSet(
  "zsh fish csh tcsh pwsh powershell elvish nu xonsh ysh",
);

const options: OptionSpec = {
  flags: "abcefhiklmnprstuvxBCDEHPT",
  values: "oO",
  longFlags: [
    "login",
    "noprofile",
    "norc",
    "posix",
    "restricted",
    "verbose",
    "version",
    "help",
    "noediting",
    "debugger",
  ],
  longValues: ["rcfile", "init-file"],
};

/** Shells: the code behind `-c`, or on standard input when the line itself says what that is. */
export function inspectShell(program: Program, name: string): boolean {
  if (!shells.has(name)) return false;
  if (foreign.has(name)) program.open(`${name} is another language than bash`);
  const dialect = name === "bash" || name === "rbash" ? "bash" : "other-shell";
  const words = program.words.slice(1).map((word) => plusAsMinus(word));
  const { options: given, operands, strange } = scanOptions(words, options);
  const has = (option: string): boolean => given.some((one) => one.name === option);
  if (has("--version") || has("--help")) return true;
  if (has("--rcfile") || has("--init-file") || has("-i") || has("-l") || has("--login"))
    program.open(`${name} runs start-up files, which nobody has judged`);
  if (
    has("--posix") ||
    given.some(({ value }) => /^(?:posix|expand_aliases)$/.test(value?.value ?? ""))
  )
    program.open("it makes aliases change what later words mean");
  if (strange) program.open(`what ${strange.text} makes ${name} run shows only when it runs`);
  else if (has("-c")) program.script(operands[0] && operands[0].value, `${name} -c`, dialect);
  else
    runsInput(
      program,
      name,
      dialect,
      operands.length > 0 && !has("-s") ? operands[0]?.text : undefined,
      has("-n"),
    );
  return true;
}

function runsInput(
  program: Program,
  name: string,
  dialect: Program["dialect"],
  file: string | undefined,
  isSyntaxCheck: boolean,
): void {
  if (isSyntaxCheck) return;
  const { stdin } = program;
  if (file !== undefined) program.open(`it runs the contents of ${file}, which nobody has judged`);
  else if (stdin.kind === "text") program.script(stdin.value, `${name} <<`, dialect);
  else program.open(`${name} runs whatever it reads`);
}

/** `+e` switches an option off and is read like `-e`. */
function plusAsMinus(word: Program["words"][number]): Program["words"][number] {
  if (word.value === undefined || !/^\+[A-Za-z]+$/.test(word.value)) return word;
  const value = `-${word.value.slice(1)}`;
  return { text: word.text, value, pieces: [value] };
}
