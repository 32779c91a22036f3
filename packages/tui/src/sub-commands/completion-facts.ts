import { options } from "../cli/arguments/options.ts";
import type { OptionFact } from "../cli/arguments/options.ts";
import { subCommands } from "../cli/arguments/sub-commands.ts";
import type { SubCommandName } from "../cli/arguments/sub-commands.ts";
import { subCommandOptions } from "./options.ts";

/** What may follow the name of a sub-command. */
export interface SubCommandWords {
  readonly name: SubCommandName;
  readonly help: string;
  /** What the first word can be; empty where it can be anything. */
  readonly words: readonly string[];
  /** The words are those of a shell command. */
  readonly isCommand: boolean;
  readonly options: readonly OptionFact[];
}

const firstWords: Partial<Readonly<Record<SubCommandName, readonly string[]>>> = {
  config: ["set", "unset", "path"],
  auth: ["set", "remove", "list"],
  completion: ["bash", "zsh", "fish"],
};

const help: OptionFact = { name: "help", short: "h", help: "Print help and leave." };

/** The sub-commands with everything that a shell can complete behind them. */
export const subCommandWords: readonly SubCommandWords[] = subCommands.map((fact) => ({
  name: fact.name,
  help: fact.help,
  words: firstWords[fact.name] ?? [],
  isCommand: fact.name === "explain",
  options: [...subCommandOptions[fact.name], help],
}));

/** The options without a sub-command. */
export const runOptions: readonly OptionFact[] = options;

/** What the value of an option can be. */
export type CompletedValue =
  | { readonly kind: "none" | "anything" | "file" | "folder" }
  | { readonly kind: "choice"; readonly choices: readonly string[] };

export function completedValue({ value, choices }: OptionFact): CompletedValue {
  if (value === undefined) return { kind: "none" };
  if (choices !== undefined) return { kind: "choice", choices };
  if (value === "DIR") return { kind: "folder" };
  if (/FILE|PATH/.test(value)) return { kind: "file" };
  return value.includes("|") ? { kind: "choice", choices: value.split("|") } : { kind: "anything" };
}

/** An option as it can be written: `--name`, and `-n` where it has a letter. */
export function writtenNames({ name, short }: OptionFact): readonly string[] {
  return [`--${name}`, ...(short === undefined ? [] : [`-${short}`])];
}
