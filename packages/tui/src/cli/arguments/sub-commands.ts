/** What the command does beside running an agent. Parsing, help, completion and suggestions read it from here. */
export interface SubCommandFact {
  readonly name: SubCommandName;
  /** The words that follow the name. */
  readonly words: string;
  readonly help: string;
}

export type SubCommandName =
  | "sessions"
  | "models"
  | "config"
  | "auth"
  | "export"
  | "undo"
  | "explain"
  | "doctor"
  | "completion";

export const subCommands: readonly SubCommandFact[] = [
  { name: "sessions", words: "[--all]", help: "List the sessions of this folder, or all." },
  { name: "models", words: "[WORD]", help: "List the models that are known." },
  {
    name: "config",
    words: "[set KEY VALUE|unset KEY]",
    help: "Show the settings that hold, or change one of yours.",
  },
  {
    name: "auth",
    words: "set|remove|list [PROVIDER]",
    help: "Keep a provider's key, which is read from standard input, or forget it.",
  },
  {
    name: "export",
    words: "ID [--format jsonl|markdown|html]",
    help: "Print a session, or write it to --output FILE.",
  },
  {
    name: "undo",
    words: "[--redo] [--yes]",
    help: "Take back what the last run did to the files of this folder.",
  },
  {
    name: "explain",
    words: "COMMAND",
    help: "Say what the guard makes of a shell command, and why. Nothing is run.",
  },
  { name: "doctor", words: "", help: "Look at everything the command needs, one line each." },
  { name: "completion", words: "bash|zsh|fish", help: "Print a completion script for a shell." },
];
