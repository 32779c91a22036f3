import { spawn } from "@lydell/node-pty";
import type { IPty } from "@lydell/node-pty";
import { fileURLToPath } from "node:url";
import { createXterm } from "./xterm.ts";
import type { XtermTerminal } from "./xterm.ts";

/** The program of `program.ts`, as words of a shell. */
export const programCommand = `"${process.execPath}" "${fileURLToPath(new URL("program.ts", import.meta.url))}"`;

export interface PtyOptions {
  /** Whether the shell has job control, and is typed to. */
  readonly isInteractive?: boolean;
  /** Whether the terminal says at once what it is when it is asked, as terminals do. Default: yes. */
  readonly answers?: boolean;
}

/** A program in a real terminal. `await using` kills it. */
export class PtyProgram implements AsyncDisposable {
  readonly xterm: XtermTerminal = createXterm(60, 16);
  readonly #pty: IPty;
  readonly #finished: Promise<number>;
  #output = "";
  #isOver = false;

  constructor(shellScript: string, options: PtyOptions = {}) {
    const words =
      options.isInteractive === true
        ? ["--norc", "--noprofile", "--noediting", "-i"]
        : ["-c", shellScript];
    this.#pty = spawn("bash", words, {
      cols: 60,
      rows: 16,
      env: { PATH: process.env["PATH"] ?? "", TERM: "xterm-256color", PS1: "$ ", HISTFILE: "" },
    });
    this.#pty.onData((text) => {
      this.#output += text;
      this.xterm.write(text);
      if (options.answers !== false && text.includes("\u001b[c")) this.type("\u001b[?62;22c");
    });
    const { promise, resolve } = Promise.withResolvers<number>();
    this.#finished = promise;
    this.#pty.onExit(({ exitCode }) => {
      this.#isOver = true;
      resolve(exitCode);
    });
    if (options.isInteractive === true) this.type(`${shellScript}\r`);
  }

  /** Everything that was written so far. */
  get output(): string {
    return this.#output;
  }

  get finished(): Promise<number> {
    return this.#finished;
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  resize(columns: number, rows: number): void {
    this.#pty.resize(columns, rows);
    this.xterm.resize(columns, rows);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#isOver) this.#pty.kill("SIGKILL");
    await this.#finished;
  }
}
