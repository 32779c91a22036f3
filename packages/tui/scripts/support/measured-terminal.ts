import { readFileSync } from "node:fs";
import { spawn } from "@lydell/node-pty";
import type { IPty } from "@lydell/node-pty";
import { stripSequences } from "../../src/terminal/text/escape.ts";

const ticksPerSecond = 100;
/** What a terminal answers to the questions that are asked at the start. */
const replies: readonly (readonly [question: string, reply: string])[] = [
  ["\u001b[c", "\u001b[?62;22c"],
  ["\u001b[?u", "\u001b[?0u"],
];

/** A program in a pseudo-terminal that is looked at from outside: what it writes, when, and what it costs. */
export class MeasuredTerminal {
  readonly #pty: IPty;
  readonly #startedMs = performance.now();
  readonly #onNews = new Set<() => void>();
  #isOver = false;
  output = "";
  /** When something was last written, in milliseconds since the start. */
  lastMs = 0;
  readonly finished: Promise<void>;

  constructor(
    command: readonly [string, ...string[]],
    place: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
  ) {
    const [program, ...words] = command;
    this.#pty = spawn(program, words, { cols: 120, rows: 40, ...place });
    this.#pty.onData((text) => {
      this.output += text;
      this.lastMs = this.now;
      for (const [question, reply] of replies) if (text.includes(question)) this.#pty.write(reply);
      for (const look of this.#onNews) look();
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.finished = promise;
    this.#pty.onExit(() => {
      this.#isOver = true;
      resolve();
      for (const look of this.#onNews) look();
    });
  }

  /** Milliseconds since the start. */
  get now(): number {
    return performance.now() - this.#startedMs;
  }

  /** What was written, without the terminal's sequences. */
  text(from: number = 0): string {
    return stripSequences(this.output.slice(from));
  }

  type(text: string): void {
    this.#pty.write(text);
  }

  /** Resolves with the time, in milliseconds since the start, at which it was so. */
  async until(isSo: () => boolean): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const look = (): void => {
      if (isSo()) resolve(this.now);
      else if (this.#isOver)
        reject(new Error(`the program ended first: ${this.text().slice(-2000)}`));
    };
    this.#onNews.add(look);
    look();
    try {
      return await promise;
    } finally {
      this.#onNews.delete(look);
    }
  }

  /** Resolves when nothing was written for so long, in milliseconds. */
  async quiet(milliseconds: number): Promise<void> {
    while (this.now - this.lastMs < milliseconds) await pause(milliseconds / 4);
  }

  /** Processor time of the program so far, in milliseconds; a tick of the system is ten. */
  cpuMs(): number {
    const fields = readFileSync(`/proc/${this.#pty.pid}/stat`, "utf8").split(") ")[1]?.split(" ");
    return ((Number(fields?.[11]) + Number(fields?.[12])) * 1000) / ticksPerSecond;
  }

  /** Memory of the program, in megabytes. */
  memoryMb(): number {
    const status = readFileSync(`/proc/${this.#pty.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  end(): void {
    if (!this.#isOver) this.#pty.kill("SIGKILL");
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
