import { concatBytes, isUtf8, utf8Length } from "../bytes.ts";

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Which lines are wanted, and how much of them. */
export interface LineWindowOptions {
  /** The first line wanted, from 1. */
  readonly firstLine: number;
  readonly maxLines: number;
  readonly maxBytes: number;
}

/**
 * Picks a run of whole lines out of bytes that stream by. Only the lines wanted are kept and decoded; the others are
 * counted. Memory is bounded by `maxBytes`, however long the file or a line of it is.
 */
export class LineWindow {
  readonly #options: LineWindowOptions;
  /** A byte-order mark anywhere but at the start of the file is text. */
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #lines: string[] = [];
  #bytes = 0;
  /** The line the next byte belongs to. */
  #line = 1;
  /** Raw bytes of that line so far. */
  #lineBytes = 0;
  #parts: Uint8Array[] = [];
  #isFull = false;
  #endsWithLineFeed = false;
  /** The first line wanted, when it alone is over the budget. `bytes` is set once its end was seen. */
  #tooLong: { readonly line: number; bytes: number } | undefined;
  hasNul = false;
  /** Some bytes are not UTF-8 and were replaced. */
  hasReplacements = false;

  constructor(options: LineWindowOptions) {
    this.#options = options;
  }

  push(chunk: Uint8Array): void {
    for (let start = 0; start < chunk.length;) {
      const end = chunk.indexOf(lineFeed, start);
      const stop = end === -1 ? chunk.length : end;
      this.#take(chunk, start, stop);
      if (end === -1) return;
      this.#endLine(true);
      start = end + 1;
    }
  }

  /** Tells that no more bytes come. */
  end(): void {
    if (this.#lineBytes > 0) this.#endLine(false);
  }

  /** Everything that will be shown is there, and something follows it: reading on only counts lines. */
  get isSatisfied(): boolean {
    const isComplete = this.#tooLong ? this.#tooLong.bytes > 0 : this.#isFull;
    return isComplete && (this.#lineBytes > 0 || this.#line > this.nextLine);
  }

  get text(): string {
    return this.#lines.join("\n") + (this.#endsWithLineFeed ? "\n" : "");
  }

  get shownLines(): number {
    return this.#lines.length;
  }

  get tooLong(): { readonly line: number; readonly bytes: number } | undefined {
    return this.#tooLong;
  }

  /** The first line after what is shown, whether it exists or not. */
  get nextLine(): number {
    return this.#options.firstLine + (this.#tooLong ? 1 : this.#lines.length);
  }

  /** Lines that were seen to the end, or in part if it is the last thing seen. */
  get linesSeen(): number {
    return this.#line - 1 + (this.#lineBytes > 0 ? 1 : 0);
  }

  get #isWanted(): boolean {
    return this.#line >= this.#options.firstLine && !this.#isFull && !this.#tooLong;
  }

  #take(chunk: Uint8Array, start: number, stop: number): void {
    this.#lineBytes += stop - start;
    if (!this.#isWanted) return;
    this.#parts.push(chunk.subarray(start, stop));
    // Three bytes for a byte-order mark and one for a carriage return may go before the line is measured.
    if (this.#lineBytes > this.#options.maxBytes + 4) this.#refuseLine();
  }

  #endLine(hasLineFeed: boolean): void {
    if (this.#isWanted) this.#addLine(hasLineFeed);
    else if (this.#tooLong?.line === this.#line) this.#tooLong.bytes = this.#lineBytes;
    this.#line++;
    this.#lineBytes = 0;
    this.#parts = [];
  }

  #addLine(hasLineFeed: boolean): void {
    const { maxLines, maxBytes } = this.#options;
    const raw = bareLine(concatBytes(this.#parts), this.#line === 1, hasLineFeed);
    const line = this.#decoder.decode(raw);
    const size = this.#bytes + utf8Length(line) + (this.#lines.length > 0 ? 1 : 0);
    if (size > maxBytes) {
      this.#refuseLine();
      if (this.#tooLong) this.#tooLong.bytes = raw.length;
      return;
    }
    this.hasNul ||= raw.includes(0);
    this.hasReplacements ||= line.includes("\uFFFD") && !isUtf8(raw);
    this.#lines.push(line);
    this.#bytes = size;
    this.#endsWithLineFeed = hasLineFeed && size < maxBytes;
    this.#isFull = this.#lines.length >= maxLines;
  }

  #refuseLine(): void {
    this.#parts = [];
    if (this.#lines.length > 0) this.#isFull = true;
    else this.#tooLong = { line: this.#line, bytes: 0 };
  }
}

function bareLine(raw: Uint8Array, isFirst: boolean, hasLineFeed: boolean): Uint8Array {
  const hasMark = isFirst && raw[0] === 0xef && raw[1] === 0xbb && raw[2] === 0xbf;
  const hasReturn = hasLineFeed && raw.at(-1) === carriageReturn;
  return raw.subarray(hasMark ? 3 : 0, hasReturn ? raw.length - 1 : raw.length);
}
