/** A stream of the process whose `write` others call. */
export interface WritableProcessStream {
  write: NodeJS.WriteStream["write"];
}

/** More than this is not kept: it says how much was left out. */
const longestKept = 65_536;

/**
 * Keeps back what the rest of the process writes to a stream that shows on the same terminal (a warning, a library's
 * complaint), so that it does not paint over the screen. `release` lets it out and gives the stream back.
 */
export class HeldOutput {
  readonly #stream: WritableProcessStream;
  readonly #write: NodeJS.WriteStream["write"];
  readonly #kept: string[] = [];
  readonly #bytes = new TextDecoder();
  #keptLength = 0;
  #leftOut = 0;

  constructor(stream: WritableProcessStream) {
    this.#stream = stream;
    this.#write = stream.write;
    stream.write = (
      chunk: Uint8Array | string,
      encoding?: BufferEncoding | ((error?: Error | null) => void),
      done?: (error?: Error | null) => void,
    ): boolean => {
      this.#keep(typeof chunk === "string" ? chunk : this.#bytes.decode(chunk, { stream: true }));
      const callback = typeof encoding === "function" ? encoding : done;
      if (callback) queueMicrotask(callback);
      return true;
    };
  }

  /** Writes what was kept, and lets others write again. */
  release(): void {
    this.#stream.write = this.#write;
    const note = this.#leftOut > 0 ? `\n(${this.#leftOut} more characters were not kept)\n` : "";
    const text = this.#kept.splice(0).join("") + note;
    if (text !== "") this.#stream.write(text);
  }

  #keep(text: string): void {
    const room = longestKept - this.#keptLength;
    const kept = text.slice(0, Math.max(0, room));
    this.#keptLength += kept.length;
    this.#leftOut += text.length - kept.length;
    if (kept !== "") this.#kept.push(kept);
  }
}
