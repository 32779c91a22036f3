import type { TextWriter } from "../frontends/frontend.ts";
import { stripControls } from "../terminal/text/strip-controls.ts";

/** What is needed of `process.stdout` and `process.stderr`. */
export interface NodeOutput {
  readonly isTTY?: boolean;
  readonly writableNeedDrain: boolean;
  write(text: string, done: (error?: Error | null) => void): boolean;
  on(event: "drain", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
}

/**
 * Standard output or standard error, with an end to wait for. A write that fails does not throw: `failure` says what
 * happened, later writes do nothing, and whoever waits goes on.
 */
export class OutputStream implements TextWriter {
  readonly #stream: NodeOutput;
  readonly #isTerminal: boolean;
  readonly #waiting: (() => void)[] = [];
  #unwritten = 0;
  #failure: Error | undefined;
  #onFailure: () => void = () => undefined;

  constructor(stream: NodeOutput) {
    this.#stream = stream;
    this.#isTerminal = stream.isTTY === true;
    stream.on("error", (error) => this.#fail(error));
    stream.on("drain", () => this.#wake());
  }

  /** The first write that failed. */
  get failure(): Error | undefined {
    return this.#failure;
  }

  /** Tells one listener when a write fails, at once if one has. */
  onFailure(listener: () => void): void {
    this.#onFailure = listener;
    if (this.#failure) listener();
  }

  write(text: string): Promise<void> | void {
    if (this.#failure) return;
    this.#unwritten += 1;
    this.#stream.write(this.#isTerminal ? stripControls(text) : text, (error) => {
      this.#unwritten -= 1;
      if (error) this.#fail(error);
      else this.#wake();
    });
    return this.ready();
  }

  /** Resolves when there is room for more; nothing to wait for when there is room now. */
  ready(): Promise<void> | undefined {
    return this.#isFull() ? this.#until(() => !this.#isFull()) : undefined;
  }

  /** Resolves when the system has taken everything, or will not take any more. */
  async flush(): Promise<void> {
    await this.#until(() => this.#unwritten === 0);
  }

  #isFull(): boolean {
    return !this.#failure && this.#stream.writableNeedDrain;
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!this.#failure && !isSo())
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #fail(error: Error): void {
    if (this.#failure) return;
    this.#failure = error;
    this.#wake();
    this.#onFailure();
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

/** The exit code for that: what a shell reports for a program that wrote into a closed pipe. */
export const readerGone = 141;

/** Whether the reader of a pipe went away. */
export function isBrokenPipe(error: Error | undefined): boolean {
  return error !== undefined && "code" in error && error.code === "EPIPE";
}
