/** What came in: a line without its ending, or a line that was too long to be kept. */
export type ReadLine = { readonly text: string } | { readonly tooLongBytes: number };

const LF = 0x0a;
const CR = 0x0d;

/**
 * Splits bytes into lines at LF and nowhere else; a CR before it is taken off. Bytes are decoded a whole line at a time, so
 * that a character may be cut anywhere. A line longer than the limit is dropped while it comes, and told of at its end.
 */
export class LineReader {
  readonly #maxBytes: number;
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The lines that these bytes complete. */
  *push(bytes: Uint8Array): Generator<ReadLine> {
    let from = 0;
    for (let at = bytes.indexOf(LF); at !== -1; at = bytes.indexOf(LF, from)) {
      this.#keep(bytes.subarray(from, at));
      from = at + 1;
      yield this.#line();
    }
    this.#keep(bytes.subarray(from));
  }

  /** What came after the last LF; undefined when that is nothing. */
  end(): ReadLine | undefined {
    return this.#bytes === 0 ? undefined : this.#line();
  }

  #keep(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    if (this.#bytes <= this.#maxBytes) this.#chunks.push(bytes);
    else this.#chunks = [];
  }

  #line(): ReadLine {
    const [bytes, chunks] = [this.#bytes, this.#chunks];
    this.#bytes = 0;
    this.#chunks = [];
    if (bytes > this.#maxBytes) return { tooLongBytes: bytes };
    const whole = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
    const end = whole?.at(-1) === CR ? -1 : undefined;
    return { text: new TextDecoder().decode(whole?.subarray(0, end)) };
  }
}
