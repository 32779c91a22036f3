import { spawn } from "@lydell/node-pty";
import type { IPty } from "@lydell/node-pty";
import { LookOut } from "./look-out.ts";
import { tauWords } from "./tau.ts";
import type { Place } from "./tau.ts";

export interface TerminalOptions {
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** What a shell in the same terminal does when the command has ended. */
  readonly afterwards?: string | undefined;
}

/**
 * The command in a terminal of its own that cannot move its cursor: it is talked to line by line. `await using` kills
 * it.
 */
export class TauTerminal implements AsyncDisposable {
  readonly #pty: IPty;
  readonly #lookOut = new LookOut();
  /** Everything that was shown, with the terminal's own sequences. */
  screen = "";
  /** Set when the command has ended. */
  exitCode: number | undefined;
  readonly finished: Promise<number>;

  constructor(words: readonly string[], place: Place, options: TerminalOptions = {}) {
    const { env = {}, afterwards } = options;
    const command = [process.execPath, ...tauWords, ...words];
    const [program = "", ...programWords] =
      afterwards === undefined
        ? command
        : ["bash", "-c", `"$@"; ${afterwards}`, "bash", ...command];
    this.#pty = spawn(program, programWords, {
      cols: 100,
      rows: 30,
      cwd: place.cwd,
      env: { ...place.env, TERM: "dumb", ...env },
    });
    const { promise, resolve } = Promise.withResolvers<number>();
    this.finished = promise;
    this.#pty.onData((text) => {
      this.screen += text;
      this.#lookOut.tell();
    });
    this.#pty.onExit(({ exitCode }) => {
      this.exitCode = exitCode;
      resolve(exitCode);
      this.#lookOut.tell();
    });
  }

  /** What was shown, without the terminal's sequences. */
  get text(): string {
    // oxlint-disable-next-line no-control-regex
    return this.screen.replaceAll(/\u001b\[[0-9;?]*[A-Za-z]/g, "").replaceAll("\r", "");
  }

  /** Types as a person would: what Enter sends is a carriage return. */
  type(text: string): void {
    this.#pty.write(text);
  }

  /** The process of the shell, or of the command if there is no shell. */
  get pid(): number {
    return this.#pty.pid;
  }

  /** Resolves when the text is shown after the `from`th character. Rejects when the command ends before. */
  async until(text: string, from = 0): Promise<void> {
    await this.#lookOut.until(
      () => this.text.slice(from).includes(text),
      () =>
        this.exitCode === undefined
          ? undefined
          : `the command ended without ${JSON.stringify(text)}: ${this.text}`,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.exitCode === undefined) this.#pty.kill("SIGKILL");
    await this.finished;
  }
}
