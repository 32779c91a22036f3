import { forEachChild, parse } from "unbash";
import type { Command, ParsedScript, Redirection, SyntaxNode, Word } from "unbash";
import { inspectProgram } from "../programs/inspect-program.ts";
import { readExpression } from "./expressions.ts";
import { Findings, maxDepth } from "./findings.ts";
import type { Program, ShellDialect, Stdin } from "./program.ts";
import { readWord } from "./read-word.ts";
import { shorten } from "./reading.ts";
import type { Reading } from "./reading.ts";
import { readRedirection, stdinOf } from "./redirections.ts";
import { literalWord } from "./word.ts";
import type { ReadWord } from "./word.ts";

/** Longer command lines are not read at all, and so cannot be judged. In characters. */
const maxCommandLength = 65_536;

/** Where in the nesting of scripts and commands something stands. */
interface Scope {
  readonly via: readonly string[];
  readonly dialect: ShellDialect;
  readonly depth: number;
}

/** Reads what a command line does. Never throws: what the parser cannot take is an open part. */
export function readCommandLine(command: string): Reading {
  const findings = new Findings();
  if (command.length > maxCommandLength)
    findings.open(command.slice(0, 200), `it is longer than ${maxCommandLength} characters`);
  else
    try {
      const reader = new ScriptReader(findings);
      reader.readText(command, { via: [], dialect: "bash", depth: 0 });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      findings.open(command, "it is nested too deeply to be read"); // The parser's stack is at its end.
    }
  return findings.finish();
}

/** Walks the tree of a script, and of the scripts in it. */
class ScriptReader {
  readonly #findings: Findings;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  readText(text: string, scope: Scope): void {
    if (text.includes("\0")) this.#findings.open(text, "it contains a NUL character");
    if (scope.depth > maxDepth)
      this.#findings.open(text, `it is nested more than ${maxDepth} levels deep`);
    else this.#visit(parse(text), scope);
  }

  #visit(node: SyntaxNode, scope: Scope): void {
    readExpression(node, this.#findings);
    switch (node.type) {
      case "Script":
        this.#checkErrors(node);
        break;
      case "Command":
        this.#readCommand(node, scope);
        break;
      case "Function":
        this.#findings.functions.add(node.name.value);
        break;
      case "For":
      case "Select":
        this.#readLoop(node.name.value, node.type === "For" ? node.wordlist : undefined);
        break;
      case "Redirected":
        this.#readRedirections(node.redirects);
        break;
      case "CommandExpansion":
      case "ProcessSubstitution":
      case "ArithmeticCommandExpansion":
        if (!node.script) this.#findings.open(node.text, "the shell parser does not understand it");
        break;
      default:
        break;
    }
    if (scope.dialect === "other-shell" && bashOnly.has(node.type))
      this.#findings.open(textOf(node), "not every shell reads it alike");
    forEachChild(node, (child) => this.#visit(child, scope));
  }

  #checkErrors(script: ParsedScript): void {
    const [error] = script.errors ?? [];
    if (!error) return;
    this.#findings.open(error.message, "the shell parser does not understand all of it");
  }

  #readLoop(name: string, words: readonly Word[] | undefined): void {
    if (!words) this.#assign(name, undefined);
    for (const word of words ?? []) this.#assign(name, readWord(word));
  }

  #readCommand(node: Command, scope: Scope): void {
    const isForCommand = node.name !== undefined;
    const variables: string[] = [];
    for (const prefix of node.prefix) {
      if (prefix.type !== "Assignment") continue;
      const values = prefix.value.type === "ArrayValue" ? prefix.value.elements : [prefix.value];
      const isNamed = !isForCommand || prefix.index !== undefined;
      for (const value of values) this.#assign(prefix.name, readWord(value));
      if (!isNamed) variables.push(prefix.name);
    }
    const stdin = this.#readRedirections(node.redirects);
    if (!node.name) return;
    const words = [readWord(node.name), ...node.args.flatMap(argumentWords)];
    this.#run(words, scope, variables, stdin);
  }

  /** A command that runs, from the tree or out of another command's arguments. */
  #run(
    words: readonly ReadWord[],
    scope: Scope,
    variables: readonly string[] = [],
    stdin: Stdin = { kind: "inherited" },
  ): void {
    const [first] = words;
    if (!first) return;
    const text = shorten(words.map((word) => word.text).join(" "));
    const name = first.value ?? homeProgram(first);
    if (name === undefined)
      this.#findings.open(text, `which program ${first.text} is shows only when it runs`);
    if (name === undefined || name === "") return;
    if (scope.depth > maxDepth) return this.#findings.open(text, "it is nested too deeply");
    this.#findings.commands.push({ words, name, text, via: scope.via, variables });
    inspectProgram(this.#program({ words, name, text, stdin }, scope));
  }

  #program(
    command: Pick<Program, "words" | "name" | "text" | "stdin">,
    { via, dialect, depth }: Scope,
  ): Program {
    const findings = this.#findings;
    const inner = (label: string): readonly string[] => [...via, label];
    const use = (kind: "read" | "write", path: ReadWord): void => {
      findings.files.push({ kind, path, text: command.text, isRedirection: false });
    };
    return {
      ...command,
      dialect,
      open: (reason, text = command.text) => findings.open(text, reason),
      run: (words, label) => this.#run(words, { via: inner(label), dialect, depth: depth + 1 }),
      script: (code, label, inDialect = "bash") => {
        if (code === undefined)
          findings.open(command.text, `${label} runs code that shows only when it runs`);
        else this.readText(code, { via: inner(label), dialect: inDialect, depth: depth + 1 });
      },
      writes: (path) => {
        findings.made.push(path);
        use("write", path);
      },
      changes: (path) => use("write", path),
      reads: (path) => use("read", path),
      makes: (path) => findings.made.push(path),
      runsFile: (path) => findings.ran.push(path),
      assign: (variable, value) => this.#assign(variable, value),
      declareInteger: (variable) => findings.values.declareInteger(variable),
      calculates: (expression) => findings.values.use(expression),
    };
  }

  #readRedirections(redirects: readonly Redirection[]): Stdin {
    for (const redirect of redirects) {
      for (const use of readRedirection(redirect)) {
        this.#findings.files.push(use);
        if (use.kind === "write") this.#findings.redirected.push(use.path);
      }
    }
    return stdinOf(redirects);
  }

  #assign(name: string, value: ReadWord | undefined): void {
    this.#findings.assign(name, value);
    this.#findings.values.assign(name, value);
  }
}

/** Syntax that `sh` on some machines reads as something else. */
const bashOnly: ReadonlySet<SyntaxNode["type"]> = new Set<SyntaxNode["type"]>([
  "AnsiCQuoted",
  "LocaleString",
  "ArithmeticCommand",
  "ArithmeticFor",
  "TestCommand",
  "ProcessSubstitution",
  "HereString",
  "ExtendedGlob",
  "ArrayValue",
  "Coproc",
  "Select",
]);

/** `~/bin/tool`: the folder is not known, the program is. `$HOME/bin/tool` may be split into words, so it stays open. */
function homeProgram({ text, pieces }: ReadWord): string | undefined {
  const [, rest] = pieces;
  return text.startsWith("~/") && pieces.length === 2 && typeof rest === "string"
    ? `~${rest}`
    : undefined;
}

function textOf(node: SyntaxNode): string {
  return "text" in node && typeof node.text === "string" ? node.text : node.type;
}

/** The words of an argument. `name=(…)` stands for an array: its elements are visited as words of their own. */
function argumentWords(argument: Command["args"][number]): readonly ReadWord[] {
  if (argument.type === "Word") return [readWord(argument)];
  const start = literalWord(argument.text.slice(0, argument.text.indexOf("=") + 1));
  if (argument.value.type === "ArrayValue")
    return [{ text: argument.text, value: undefined, pieces: [start.text, { open: "expansion" }] }];
  const value = readWord(argument.value);
  const pieces = [...start.pieces, ...value.pieces];
  const known = value.value === undefined ? undefined : `${start.text}${value.value}`;
  return [{ text: argument.text, value: known, pieces: known === undefined ? pieces : [known] }];
}
