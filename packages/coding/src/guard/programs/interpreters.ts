import type { Program } from "../shell/program.ts";
import { literalWord, mayBeOption } from "../shell/word.ts";
import type { ReadWord } from "../shell/word.ts";
import { tableOf } from "./table.ts";

interface Interpreter {
  /** One-letter options whose value, or the lack of one, means code on the command line. */
  readonly code: string;
  /** The same by their long names. */
  readonly longCode?: readonly string[];
  /** One-letter options that take a value which is no code. */
  readonly values?: string;
  /** Words before a file, such as `run`. */
  readonly subcommands?: readonly string[];
  /** Reads code from standard input when no file is named. */
  readonly readsInput?: boolean;
  /** Options that only say something about the program. */
  readonly only?: readonly string[];
}

const about = ["--version", "-V", "--help", "-h", "-v", "-version"];

const interpreters: ReadonlyMap<string, Interpreter> = tableOf<Interpreter>({
  python: { code: "c", values: "mWXQ", readsInput: true, only: [...about, "-VV"] },
  pypy: { code: "c", values: "mWX", readsInput: true, only: about },
  ipython: { code: "ci", readsInput: true, only: about },
  perl: { code: "eEMmdxI0in", readsInput: true, only: about },
  ruby: { code: "eIrxnpSi", readsInput: true, only: about },
  node: {
    code: "epr",
    longCode: [
      "eval",
      "print",
      "require",
      "import",
      "loader",
      "experimental-loader",
      "env-file",
      "run",
      "inspect",
    ],
    readsInput: true,
    only: about,
  },
  nodejs: {
    code: "epr",
    longCode: ["eval", "print", "require", "import", "loader"],
    readsInput: true,
    only: about,
  },
  bun: { code: "epr", longCode: ["eval", "print", "preload"], subcommands: ["run"], only: about },
  deno: {
    code: "e",
    longCode: ["eval", "preload"],
    subcommands: ["run"],
    only: about,
  },
  tsx: { code: "ep", longCode: ["eval", "import"], readsInput: true, only: about },
  "ts-node": { code: "eprP", longCode: ["eval"], readsInput: true, only: about },
  php: { code: "rRBEFadz", readsInput: true, only: [...about, "-i", "-m"] },
  lua: { code: "eil", readsInput: true, only: about },
  luajit: { code: "eil", readsInput: true, only: about },
  tclsh: { code: "", readsInput: true },
  wish: { code: "c", readsInput: true },
  julia: { code: "eEL", longCode: ["eval", "print", "load"], readsInput: true, only: about },
  r: { code: "ef", longCode: ["eval", "file"], readsInput: true, only: about },
  rscript: { code: "e", only: about },
  groovy: { code: "e", only: about },
  scala: { code: "e", only: about },
  elixir: { code: "er", longCode: ["eval", "rpc-eval"], only: about },
  erl: { code: "esr", longCode: [], only: about, readsInput: true },
  ghci: { code: "e", readsInput: true, only: about },
  runghc: { code: "e", only: about },
  ghc: { code: "e", only: about },
  guile: { code: "cle", readsInput: true, only: about },
  racket: { code: "eflrt", readsInput: true, only: about },
  sbcl: { code: "", longCode: ["eval", "load", "script"], readsInput: true, only: about },
  clojure: { code: "ei", readsInput: true, only: about },
  octave: { code: "", longCode: ["eval"], readsInput: true, only: about },
  osascript: { code: "el", readsInput: true },
  jshell: { code: "", readsInput: true, only: about },
  irb: { code: "", readsInput: true, only: about },
  ocaml: { code: "e", readsInput: true, only: about },
  swift: { code: "e", readsInput: true, only: about },
  m4: { code: "", readsInput: true, only: about },
  dc: { code: "ef", longCode: ["expression", "file"], readsInput: true, only: about },
  gs: { code: "c", readsInput: true, only: about },
});

/** Interpreters: code on the command line or on standard input cannot be judged; a file can, if the line did not make it. */
export function inspectInterpreter(program: Program, name: string): boolean {
  const interpreter = interpreters.get(name);
  if (!interpreter) return false;
  const words = program.words.slice(1);
  const isQuestion = words.length === 1 && interpreter.only?.includes(words[0]?.value ?? "");
  if (isQuestion !== true) inspectWords(program, name, interpreter, words);
  return true;
}

function inspectWords(
  program: Program,
  name: string,
  interpreter: Interpreter,
  words: readonly ReadWord[],
): void {
  const { subcommands = [], values = "" } = interpreter;
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    const value = word?.value;
    if (!word || value === "-" || value === "/dev/stdin") break;
    if (value === undefined && mayBeOption(word))
      return program.open(`what ${word.text} makes ${name} run shows only when it runs`);
    if (value === undefined || !value.startsWith("-")) {
      if (value !== undefined && subcommands.includes(value)) continue;
      if (value === "eval" || value === "repl") break;
      return program.runsFile(word);
    }
    if (isCode(interpreter, value))
      return program.open(`it hands code to ${name}, which is another language than the shell's`);
    if (name === "python" && value.startsWith("-m"))
      return runsModule(program, value.slice(2) || (words[index + 1]?.value ?? ""));
    if (value.length === 2 && values.includes(value.charAt(1))) index++;
  }
  if (interpreter.readsInput === true || words.length > 0)
    program.open(`${name} runs the code that it reads`);
}

function isCode({ code, longCode = [] }: Interpreter, value: string): boolean {
  if (value.startsWith("--")) {
    const name = value.slice(2).split("=", 1)[0] ?? "";
    return longCode.some((long) => long === name || (name.length > 2 && long.startsWith(name)));
  }
  return code !== "" && new RegExp(`^-[A-Za-z0-9]*[${code}]`).test(value);
}

/** A module is a file like any other, but some that come with Python run code from their arguments. */
function runsModule(program: Program, module: string): void {
  if (/^(?:timeit|pdb|cProfile|profile|trace|code|runpy|doctest|bdb)$/.test(module))
    program.open(`the module ${module} runs code that it is handed`);
  program.runsFile(literalWord(module));
}
