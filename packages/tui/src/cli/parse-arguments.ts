import { CommandError } from "./command-error.ts";
import { nearest } from "./nearest.ts";
import { options } from "./options.ts";
import type { OptionFact, OptionName } from "./options.ts";

export type OutputMode = "text" | "json";
export type PermissionMode = "ask" | "full";

/** Where the conversation is kept. */
export type SessionChoice =
  | { readonly kind: "new" }
  | { readonly kind: "continue" }
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "none" };

/** What the command was asked to do, each value checked as far as that is possible without looking at the machine. */
export interface RunArguments {
  /** The prompt words, joined; empty when there are none. */
  readonly prompt: string;
  readonly isPrint: boolean;
  readonly mode: OutputMode;
  readonly permissionMode: PermissionMode;
  readonly maxTurns: number | undefined;
  readonly cwd: string | undefined;
  readonly systemPrompt: string | undefined;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  readonly wire: string | undefined;
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly session: SessionChoice;
}

export type Invocation =
  | { readonly kind: "help" }
  | { readonly kind: "version" }
  | { readonly kind: "run"; readonly arguments: RunArguments };

/** Reads the command line. Throws {@link CommandError} of kind `usage` that names the option at fault. */
export function parseArguments(words: readonly string[]): Invocation {
  const given = readWords(words);
  if (given.has("help")) return { kind: "help" };
  if (given.has("version")) return { kind: "version" };
  return { kind: "run", arguments: runArguments(given) };
}

/** The options that were given, the last of each, and the words that are none. */
class GivenOptions {
  readonly #values = new Map<OptionName, string | undefined>();
  readonly promptWords: string[] = [];

  set(name: OptionName, value: string | undefined): void {
    this.#values.set(name, value);
  }

  has(name: OptionName): boolean {
    return this.#values.has(name);
  }

  text(name: OptionName): string | undefined {
    return this.#values.get(name);
  }

  choice<const Choice extends string>(
    name: OptionName,
    choices: readonly Choice[],
    otherwise: Choice,
  ): Choice {
    const value = this.text(name);
    if (value === undefined) return otherwise;
    const choice = choices.find((candidate) => candidate === value);
    if (choice !== undefined) return choice;
    const known = choices.join(" or ");
    throw usage(`--${name} must be ${known}, not ${JSON.stringify(value)}.`);
  }
}

function readWords(words: readonly string[]): GivenOptions {
  const { parseArgs } = process.getBuiltinModule("node:util");
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(options.map((fact) => [fact.name, parserOption(fact)])),
    // The parser's own complaints are about the parser; ours name the option and what to do.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new GivenOptions();
  for (const token of tokens) {
    if (token.kind === "positional") given.promptWords.push(token.value);
    if (token.kind !== "option") continue;
    const fact = options.find(({ name }) => name === token.name);
    if (!fact) throw unknownOption(token.rawName, token.name);
    given.set(fact.name, checkedValue(fact, token));
  }
  return given;
}

function parserOption({ short, value }: OptionFact): {
  type: "string" | "boolean";
  short?: string;
} {
  const type = value === undefined ? "boolean" : "string";
  return short === undefined ? { type } : { type, short };
}

interface OptionToken {
  /** As it was written, such as `-m`. */
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function checkedValue(fact: OptionFact, token: OptionToken): string | undefined {
  const { rawName, value, inlineValue } = token;
  if (fact.value === undefined) {
    if (value !== undefined) throw usage(`${rawName} takes no value.`);
    return undefined;
  }
  if (value === undefined || value === "") throw usage(`${rawName} needs a value: ${fact.value}.`);
  if (inlineValue !== true && value.length > 1 && value.startsWith("-"))
    throw usage(
      `${rawName} needs a value: ${fact.value}. A value that begins with a dash is written --${fact.name}=${value}.`,
    );
  return value;
}

function unknownOption(written: string, name: string): CommandError {
  const guess = nearest(
    name,
    options.map((fact) => fact.name),
  );
  const hint = guess === undefined || name.length === 1 ? "" : ` Did you mean --${guess}?`;
  return usage(`unknown option ${written}.${hint}`);
}

function runArguments(given: GivenOptions): RunArguments {
  const mode = given.choice("mode", ["text", "json"], "text");
  return {
    prompt: given.promptWords.join(" "),
    isPrint: given.has("print") || mode === "json",
    mode,
    permissionMode: given.choice("permission-mode", ["ask", "full"], "ask"),
    maxTurns: wholeNumber(given, "max-turns"),
    cwd: given.text("cwd"),
    systemPrompt: given.text("system-prompt"),
    provider: given.text("provider"),
    model: given.text("model"),
    wire: given.text("wire"),
    baseUrl: httpUrl(given, "base-url"),
    apiKey: given.text("api-key"),
    session: sessionChoice(given),
  };
}

function wholeNumber(given: GivenOptions, name: OptionName): number | undefined {
  const value = given.text(name);
  if (value === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(value))
    throw usage(`--${name} must be a whole number from 1, not ${JSON.stringify(value)}.`);
  return Number(value);
}

function httpUrl(given: GivenOptions, name: OptionName): string | undefined {
  const value = given.text(name);
  if (value === undefined || isHttpUrl(value)) return value;
  throw usage(
    `--${name} must be a URL such as https://api.example.com, not ${JSON.stringify(value)}.`,
  );
}

/** Whether a request can be sent there. */
export function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? "");
}

function sessionChoice(given: GivenOptions): SessionChoice {
  const names = (["session", "continue", "no-session"] as const).filter((name) => given.has(name));
  if (names.length > 1)
    throw usage(`--${names.join(" and --")} contradict each other. Give one of them.`);
  const path = given.text("session");
  if (path !== undefined) return { kind: "file", path };
  if (given.has("continue")) return { kind: "continue" };
  return given.has("no-session") ? { kind: "none" } : { kind: "new" };
}

function usage(text: string): CommandError {
  return new CommandError("usage", `${text} See tau --help.`);
}
