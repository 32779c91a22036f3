import { ArithmeticValues } from "./arithmetic-values.ts";
import { runsMadeFile, runsReplacedProgram, startsGitHook } from "./made-files.ts";
import { shorten } from "./reading.ts";
import type { FileUse, OpenPart, Reading, SimpleCommand } from "./reading.ts";
import { riskOfVariable } from "./special-variables.ts";
import type { ReadWord } from "./word.ts";

/** Nested scripts, and commands in commands, beyond which a line counts as one that nobody can judge. */
export const maxDepth = 16;

/** Collects what one command line does while it is read. */
export class Findings {
  readonly commands: SimpleCommand[] = [];
  readonly files: FileUse[] = [];
  readonly functions: Set<string> = new Set();
  readonly values: ArithmeticValues = new ArithmeticValues();
  /** Files that the line creates: by redirections, which makes no programs of them, and by other means. */
  readonly redirected: ReadWord[] = [];
  readonly made: ReadWord[] = [];
  /** Files whose contents it runs. */
  readonly ran: ReadWord[] = [];
  readonly #lookupVariables: string[] = [];
  readonly #open = new Map<string, OpenPart>();

  open(text: string, reason: string): void {
    const part = { text: shorten(text), reason };
    this.#open.set(`${part.text}\n${reason}`, part);
  }

  /** A variable that keeps its value for the rest of the line. `undefined`: nothing is known about the value. */
  assign(name: string, value: ReadWord | undefined): void {
    const risk = riskOfVariable(name, value);
    if (risk === "lookup") this.#lookupVariables.push(name);
    else if (risk !== undefined) this.open(`${name}=${value?.text ?? "…"}`, risk);
  }

  finish(): Reading {
    for (const { name, text } of this.values.unsafeUses())
      this.open(text, `the shell calculates with the value of ${name}, which may hold a command`);
    const created = [...this.redirected, ...this.made];
    const run = runsMadeFile(created, this.ran);
    if (run) this.open(run.text, run.reason);
    const replaced = runsReplacedProgram(created, this.commands);
    if (replaced) this.open(replaced.text, replaced.reason);
    const [program] = this.made;
    if (program && this.#lookupVariables.length > 0)
      this.open(program.text, "it makes a file and changes where programs are looked for");
    const hook = startsGitHook(created, this.commands);
    if (hook) this.open(hook.text, hook.reason);
    return {
      commands: this.commands,
      files: this.files,
      open: [...this.#open.values()],
      functions: this.functions,
      lookupVariables: this.#lookupVariables,
    };
  }
}
