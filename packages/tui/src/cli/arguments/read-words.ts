import { orList } from "../../wording/lines.ts";
import { nearest } from "../../wording/nearest.ts";
import { CommandError } from "../command-error.ts";
import type { OptionFact } from "./options.ts";

/** The options that were given, and the words that are none. */
export class GivenOptions<Name extends string> {
  readonly #values = new Map<Name, (string | undefined)[]>();
  /** Where to read about the options, such as `tau --help`. */
  readonly #help: string;
  readonly words: string[] = [];
  /** Words that stood after `--`. */
  readonly literalWords: string[] = [];

  constructor(help: string) {
    this.#help = help;
  }

  add(name: Name, value: string | undefined): void {
    this.#values.set(name, [...(this.#values.get(name) ?? []), value]);
  }

  has(name: Name): boolean {
    return this.#values.has(name);
  }

  /** The last value. */
  text(name: Name): string | undefined {
    return this.#values.get(name)?.at(-1);
  }

  /** Every value, in order. */
  texts(name: Name): readonly string[] {
    return (this.#values.get(name) ?? []).filter((value) => value !== undefined);
  }

  /** The parts of every value, which commas part. */
  list(name: Name): readonly string[] | undefined {
    if (!this.has(name)) return undefined;
    const parts = this.texts(name).flatMap((value) => value.split(","));
    return parts.map((part) => part.trim()).filter((part) => part !== "");
  }

  choice<const Choice extends string>(name: Name, choices: readonly Choice[]): Choice | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const choice = choices.find((candidate) => candidate === value);
    if (choice !== undefined) return choice;
    throw this.usage(`--${name} must be ${orList(choices)}, not ${JSON.stringify(value)}.`);
  }

  wholeNumber(name: Name): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^[1-9]\d{0,14}$/.test(value))
      throw this.usage(`--${name} must be a whole number from 1, not ${JSON.stringify(value)}.`);
    return Number(value);
  }

  positiveNumber(name: Name): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^\d{0,9}(?:\.\d{1,9})?$/.test(value) || !(Number(value) > 0))
      throw this.usage(`--${name} must be a number above 0, not ${JSON.stringify(value)}.`);
    return Number(value);
  }

  /** Throws when more than one of them was given. */
  oneOf(names: readonly Name[]): Name | undefined {
    const [name, ...others] = names.filter((candidate) => this.has(candidate));
    if (name === undefined || others.length === 0) return name;
    throw this.usage(
      `--${[name, ...others].join(" and --")} contradict each other. Give one of them.`,
    );
  }

  usage(text: string): CommandError {
    return new CommandError("usage", `${text} See ${this.#help}.`);
  }
}

/**
 * Sorts words into options and others; after `--` all are others. Throws {@link CommandError} of kind `usage` that names
 * the option at fault, and what may have been meant.
 */
export function readWords<Name extends string>(
  words: readonly string[],
  facts: readonly OptionFact<Name>[],
  help = "tau --help",
): GivenOptions<Name> {
  const { parseArgs } = process.getBuiltinModule("node:util");
  const { tokens } = parseArgs({
    args: [...words],
    options: Object.fromEntries(facts.map((fact) => [fact.name, parserOption(fact)])),
    // The parser's own complaints are about the parser; ours name the option and what to do.
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new GivenOptions<Name>(help);
  let open: OptionFact<Name> | undefined;
  let isTerminated = false;
  for (const token of tokens) {
    if (token.kind === "option-terminator") isTerminated = true;
    const wantsValue = open;
    open = undefined;
    if (token.kind === "positional") {
      if (wantsValue && !isTerminated && looksLikeValue(token.value))
        given.add(wantsValue.name, token.value);
      else if (isTerminated) given.literalWords.push(token.value);
      else given.words.push(token.value);
    }
    if (token.kind !== "option") continue;
    const fact = facts.find(({ name }) => name === token.name);
    if (!fact) throw given.usage(unknownOption(token.rawName, token.name, facts));
    const value = checkedValue(fact, token, given);
    given.add(fact.name, value);
    if (fact.isValueOptional === true && value === undefined) open = fact;
  }
  return given;
}

function parserOption({ short, value, isValueOptional }: OptionFact): {
  type: "string" | "boolean";
  short?: string;
} {
  const type = value === undefined || isValueOptional === true ? "boolean" : "string";
  return short === undefined ? { type } : { type, short };
}

/** A value that may be left out is one word without blanks: what comes after it may be a prompt. */
function looksLikeValue(word: string): boolean {
  return /^[\w./:-]+$/.test(word);
}

interface OptionToken {
  /** As it was written, such as `-m`. */
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function checkedValue<Name extends string>(
  fact: OptionFact<Name>,
  { rawName, value, inlineValue }: OptionToken,
  given: GivenOptions<Name>,
): string | undefined {
  if (fact.value === undefined) {
    if (value !== undefined) throw given.usage(`${rawName} takes no value.`);
    return undefined;
  }
  if (fact.isValueOptional === true && value === undefined) return undefined;
  if (value === undefined || value === "")
    throw given.usage(`${rawName} needs a value: ${fact.value}.`);
  if (inlineValue !== true && value.length > 1 && value.startsWith("-"))
    throw given.usage(
      `${rawName} needs a value: ${fact.value}. A value that begins with a dash is written --${fact.name}=${value}.`,
    );
  return value;
}

function unknownOption(written: string, name: string, facts: readonly OptionFact[]): string {
  const guess = nearest(
    name,
    facts.map((fact) => fact.name),
  );
  const hint = guess === undefined || name.length === 1 ? "" : ` Did you mean --${guess}?`;
  return `unknown option ${written}.${hint}`;
}
