import type { ReadWord } from "./word.ts";

/** One simple command, wherever in the line it stands and however it is reached. */
export interface SimpleCommand {
  /** The program and its arguments. The program is always known; what is not known is an {@link OpenPart}. */
  readonly words: readonly ReadWord[];
  readonly name: string;
  /** As it was written, shortened for people. */
  readonly text: string;
  /** What runs it, outermost first, such as `sudo` or `bash -c`. */
  readonly via: readonly string[];
  /** Variables set for this command only. */
  readonly variables: readonly string[];
}

/** A file that the line itself, not a program's own doing, opens or changes. */
export interface FileUse {
  readonly kind: "read" | "write";
  readonly path: ReadWord;
  /** The redirection or the command, as it was written. */
  readonly text: string;
  /** Whether a redirection does it: no rule for a command covers that. */
  readonly isRedirection: boolean;
}

/** A part that cannot be judged: the parser did not understand it, or only running it would tell. */
export interface OpenPart {
  readonly text: string;
  readonly reason: string;
}

/** What a command line does, as far as it can be told without running it. */
export interface Reading {
  readonly commands: readonly SimpleCommand[];
  readonly files: readonly FileUse[];
  readonly open: readonly OpenPart[];
  /** Functions that the line defines; their bodies are among the commands. */
  readonly functions: ReadonlySet<string>;
  /** Variables set for the rest of the line that change which program a name means. */
  readonly lookupVariables: readonly string[];
}

/** The characters of a command line that are shown to people. */
const shownLength = 120;

/** One line of at most 120 characters. */
export function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > shownLength ? `${line.slice(0, shownLength - 1)}…` : line;
}
