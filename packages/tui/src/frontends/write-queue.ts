import type { TextWriter } from "./frontend.ts";

/** Writes texts in order, one write at a time: what comes while the writer is busy is written together afterwards. */
export class WriteQueue {
  readonly #writer: TextWriter;
  readonly #waiting: string[] = [];
  #failure: { readonly error: unknown } | undefined;
  #emptied: Promise<void> | undefined;

  constructor(writer: TextWriter) {
    this.#writer = writer;
  }

  /** Writes at once if nothing waits. After a failed write nothing more is written. */
  add(text: string): void {
    if (this.#failure || text === "") return;
    if (this.#emptied) {
      this.#waiting.push(text);
      return;
    }
    const pending = this.#write(text);
    if (pending) this.#emptied = this.#empty(pending);
  }

  /** Resolves when nothing waits any more; nothing to wait for when nothing does. Never rejects. */
  ready(): Promise<void> | undefined {
    return this.#emptied;
  }

  /** The first write that failed. */
  get failure(): unknown {
    return this.#failure?.error;
  }

  /** Resolves when everything was written; rejects with the error of the first write that failed. */
  async flush(): Promise<void> {
    await this.#emptied;
    if (this.#failure) throw this.#failure.error;
  }

  async #empty(first: Promise<void>): Promise<void> {
    let pending: Promise<void> | undefined = first;
    for (;;) {
      if (pending) await pending;
      const text = this.#waiting.splice(0).join("");
      if (text === "" || this.#failure) break;
      pending = this.#write(text);
    }
    this.#emptied = undefined;
  }

  /** Never throws; the promise, if there is one, never rejects. */
  #write(text: string): Promise<void> | undefined {
    const fail = (error: unknown): void => {
      this.#failure ??= { error };
    };
    try {
      const answer = this.#writer.write(text);
      return answer instanceof Promise ? answer.then(() => undefined, fail) : undefined;
    } catch (error) {
      fail(error);
      return undefined;
    }
  }
}
