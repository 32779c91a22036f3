import type { ReadWord } from "./word.ts";

/** `other-shell`: code for a shell that may not be bash, where what only bash understands means something else. */
export type ShellDialect = "bash" | "other-shell";

/** What a program finds on its standard input. */
export type Stdin =
  /** Whatever the surroundings provide: a pipe, a redirected group, nothing. */
  | { readonly kind: "inherited" }
  | { readonly kind: "text"; readonly value: string | undefined }
  | { readonly kind: "file" };

/** A command whose program is known, and what the inspection of its arguments can report. */
export interface Program {
  readonly words: readonly ReadWord[];
  readonly name: string;
  readonly text: string;
  readonly stdin: Stdin;
  readonly dialect: ShellDialect;
  /** Part of the command cannot be judged. */
  open(reason: string, text?: string): void;
  /** The program runs another one. */
  run(words: readonly ReadWord[], label: string): void;
  /** The program hands code to a shell; `undefined` when the code is not known. */
  script(code: string | undefined, label: string, dialect?: ShellDialect): void;
  /** The program writes to a file that its arguments name. */
  writes(path: ReadWord): void;
  /** The program changes or removes a file that is there. */
  changes(path: ReadWord): void;
  /** The program reads a file that its arguments name. */
  reads(path: ReadWord): void;
  /** The program makes a file that a later command of the line may run. */
  makes(path: ReadWord): void;
  /** The program runs the contents of a file. */
  runsFile(path: ReadWord): void;
  /** The program sets a variable of the shell; `undefined` when its value is not known. */
  assign(variable: string, value: ReadWord | undefined): void;
  /** The program makes the shell calculate whatever is assigned to the variable. */
  declareInteger(variable: string): void;
  /** The program makes the shell calculate an expression. */
  calculates(expression: string): void;
}
