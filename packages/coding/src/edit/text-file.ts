import { isUtf8 } from "../bytes.ts";

/** A text file taken apart so that an edit can put everything it does not touch back as it was. */
export interface TextFile {
  readonly hasMark: boolean;
  /** The text without byte-order mark, every CRLF as LF. */
  readonly text: string;
  /** Places of the line feeds in `text` that were CRLF, ascending. */
  readonly crlfs: readonly number[];
}

const mark = "\uFEFF";

/** Undefined when the bytes are no UTF-8 text. */
export function parseTextFile(bytes: Uint8Array): TextFile | undefined {
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined;
  const whole = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const hasMark = whole.startsWith(mark);
  const raw = hasMark ? whole.slice(1) : whole;
  const crlfs: number[] = [];
  for (let at = raw.indexOf("\r\n"); at !== -1; at = raw.indexOf("\r\n", at + 2))
    crlfs.push(at - crlfs.length);
  return { hasMark, text: crlfs.length === 0 ? raw : raw.replaceAll("\r\n", "\n"), crlfs };
}

/** The bytes of a text whose lines end as they say themselves. */
export function encodeTextFile(text: string, hasMark: boolean): Uint8Array {
  return new TextEncoder().encode(hasMark ? mark + text : text);
}

/** Asks about the line endings of a {@link TextFile}. */
export class LineEndings {
  readonly #file: TextFile;

  constructor(file: TextFile) {
    this.#file = file;
  }

  /** Whether one ending serves for every line. */
  get isUniform(): boolean {
    const { text, crlfs } = this.#file;
    if (crlfs.length === 0) return true;
    let lineFeeds = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lineFeeds++;
    return lineFeeds === crlfs.length;
  }

  /** The ending that a line feed of the text stands for. */
  at(lineFeed: number): "\r\n" | "\n" {
    return this.#file.crlfs[this.#countBefore(lineFeed)] === lineFeed ? "\r\n" : "\n";
  }

  /** The ending in use around a place: of the line it is on, else of the line before, else LF. */
  around(index: number): "\r\n" | "\n" {
    const next = this.#file.text.indexOf("\n", index);
    if (next !== -1) return this.at(next);
    const previous = index === 0 ? -1 : this.#file.text.lastIndexOf("\n", index - 1);
    return previous === -1 ? "\n" : this.at(previous);
  }

  /** Where a place of the text is in the original. */
  place(index: number): number {
    return index + this.#countBefore(index);
  }

  /** The original characters of a part of the text. */
  restore(start: number, end: number): string {
    const { text, crlfs } = this.#file;
    let restored = "";
    let from = start;
    for (let next = this.#countBefore(start); next < crlfs.length; next++) {
      const lineFeed = crlfs[next];
      if (lineFeed === undefined || lineFeed >= end) break;
      restored += `${text.slice(from, lineFeed)}\r`;
      from = lineFeed;
    }
    return restored + text.slice(from, end);
  }

  /** How many CRLFs stand before a place; a binary search. */
  #countBefore(index: number): number {
    const { crlfs } = this.#file;
    let low = 0;
    let high = crlfs.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((crlfs[middle] ?? Infinity) < index) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
