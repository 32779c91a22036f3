import type { Interface } from "node:readline";

export interface LinePromptOptions {
  readonly input: NodeJS.ReadableStream;
  /** Where questions and the echo of what is typed go. */
  readonly output: NodeJS.WritableStream;
  /** Whether the terminal can move its cursor; without it lines are edited by the terminal itself. */
  readonly canEdit: boolean;
  /** Ctrl+C was typed. The terminal sends no signal while lines are edited here. */
  readonly onInterrupt: () => void;
}

export interface AskOptions {
  /** Withdraws the question. */
  readonly signal?: AbortSignal | undefined;
  /** Takes no line that was typed before the question was shown. */
  readonly isFresh?: boolean | undefined;
}

/** Asks for lines at a terminal. Lines typed while nobody asks wait for the next question. */
export class LinePrompt implements Disposable {
  readonly #options: LinePromptOptions;
  readonly #typed: string[] = [];
  #interface: Interface | undefined;
  #answer: ((line: string | undefined) => void) | undefined;
  #isClosed = false;

  constructor(options: LinePromptOptions) {
    this.#options = options;
  }

  /** What has been typed of a line that is not finished. */
  get unfinished(): string {
    return this.#interface?.line ?? "";
  }

  /** Throws the unfinished line away and shows the question again. */
  clearLine(): void {
    this.#options.output.write("\n");
    if (!this.#interface) return;
    this.#interface.write(null, { ctrl: true, name: "e" });
    this.#interface.write(null, { ctrl: true, name: "u" });
    this.#interface.prompt();
  }

  /** The next line; `undefined` at the end of input (Ctrl+D), after `dispose`, and when the question was withdrawn. */
  async ask(question: string, options: AskOptions = {}): Promise<string | undefined> {
    const { signal, isFresh = false } = options;
    if (this.#isClosed || signal?.aborted) return undefined;
    const lines = this.#open();
    const waiting = isFresh ? undefined : this.#typed.shift();
    if (waiting !== undefined) {
      this.#options.output.write(`${question}${waiting}\n`);
      return waiting;
    }
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    const withdraw = (): void => {
      this.#options.output.write("\n");
      resolve(undefined);
    };
    this.#answer = resolve;
    signal?.addEventListener("abort", withdraw, { once: true });
    lines.setPrompt(question);
    lines.prompt();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", withdraw);
      this.#answer = undefined;
      lines.setPrompt("");
    }
  }

  /** Gives the terminal back as it was. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#interface?.close();
  }

  #open(): Interface {
    if (this.#interface) return this.#interface;
    const { input, output, canEdit, onInterrupt } = this.#options;
    // Most commands ask nothing: the module is loaded by the first question.
    const { createInterface } = process.getBuiltinModule("node:readline");
    const lines = createInterface({ input, output, terminal: canEdit, historySize: 200 });
    lines.on("line", (line) => {
      if (this.#answer) this.#answer(line);
      else this.#typed.push(line);
    });
    lines.on("SIGINT", onInterrupt);
    lines.on("close", () => {
      this.#isClosed = true;
      if (!this.#answer) return;
      output.write("\n"); // What comes after the question begins on a line of its own.
      this.#answer(undefined);
    });
    this.#interface = lines;
    return lines;
  }
}
