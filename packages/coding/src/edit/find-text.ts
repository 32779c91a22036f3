import { Likeness } from "./likeness.ts";
import { occurrences } from "./occurrences.ts";
import type { Span } from "./occurrences.ts";

/** Where a text was looked for and found. `isTolerant`: only after small differences were ignored. */
export interface Found {
  readonly spans: readonly Span[];
  readonly isTolerant: boolean;
}

/** A larger text is only searched as it is: the map of its characters would take four bytes for each of them. */
const maxTolerantLength = 8 * 1024 * 1024;

/**
 * Every place where `wanted` stands in the text, overlapping ones too: `aa` stands twice in `aaa`. If it stands nowhere as
 * it is, differences that models habitually make are ignored, see {@link Likeness}.
 */
export class TextFinder {
  readonly #text: string;
  #likeness: Likeness | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  find(wanted: string): Found {
    const exact = occurrences(this.#text, wanted);
    if (exact.length > 0)
      return {
        spans: exact.map((start) => ({ start, end: start + wanted.length })),
        isTolerant: false,
      };
    if (this.#text.length > maxTolerantLength) return { spans: [], isTolerant: false };
    this.#likeness ??= new Likeness(this.#text);
    return { spans: this.#likeness.find(wanted), isTolerant: true };
  }
}
