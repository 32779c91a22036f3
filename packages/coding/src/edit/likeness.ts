import { occurrences } from "./occurrences.ts";
import type { Span } from "./occurrences.ts";

/** Characters that are written in several ways, each mapped to its plain form: quotes, dashes, spaces. */
const plainForms: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u201A\u201B\u2032]/g, "'"],
  [/[\u201C\u201D\u201E\u201F\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g, "-"],
  [/[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/g, " "],
];

/** The look behind keeps a long run of spaces from being scanned once for each of its characters. */
const trailingSpaces = /(?<![ \t])[ \t]+(?=\n|$)/g;

/**
 * A text in which two things are the same if they differ only in spaces at the ends of lines or in the kind of quotes,
 * dashes and spaces. It knows for each of its characters where that one stands in the original.
 */
export class Likeness {
  readonly #text: string;
  readonly #original: string;
  /** Index in the original of each character, and its length at the end. */
  readonly #places: Uint32Array;

  constructor(original: string) {
    this.#original = original;
    const plain = plainForm(original);
    this.#places = new Uint32Array(plain.length + 1);
    let text = "";
    let from = 0;
    for (const match of plain.matchAll(trailingSpaces)) {
      text += this.#keep(plain, from, match.index, text.length);
      from = match.index + match[0].length;
    }
    text += this.#keep(plain, from, plain.length, text.length);
    this.#places[text.length] = original.length;
    this.#text = text;
  }

  /** The parts of the original that are like `wanted`. */
  find(wanted: string): Span[] {
    const plain = plainForm(wanted).replace(/(?<![ \t])[ \t]+(?=\n)/g, "");
    const inside = this.#spans(plain);
    if (inside.length > 0) return inside;
    const trimmed = plain.replace(/(?<![ \t])[ \t]+$/, "");
    if (trimmed === plain) return [];
    // Spaces at the very end of what was wanted may be missing in the file, but only at the end of a line.
    return this.#spans(trimmed)
      .map(({ start, end }) => ({ start, end: this.#pastSpaces(end) }))
      .filter(({ end }) => end === this.#original.length || this.#original[end] === "\n");
  }

  #spans(wanted: string): Span[] {
    if (wanted.trim() === "") return []; // Nothing but space is like far too much.
    return occurrences(this.#text, wanted).map((at) => ({
      start: this.#place(at),
      end: this.#place(at + wanted.length - 1) + 1,
    }));
  }

  #place(index: number): number {
    return this.#places[index] ?? this.#original.length;
  }

  #pastSpaces(index: number): number {
    const rest = /[^\S\n]*/y;
    rest.lastIndex = index;
    return index + (rest.exec(this.#original)?.[0].length ?? 0);
  }

  #keep(plain: string, from: number, to: number, length: number): string {
    for (let index = from; index < to; index++) this.#places[length + index - from] = index;
    return plain.slice(from, to);
  }
}

/** Each character for one character: places stay what they were. */
function plainForm(text: string): string {
  return plainForms.reduce((plain, [variants, form]) => plain.replace(variants, form), text);
}
