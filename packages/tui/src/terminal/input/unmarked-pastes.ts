/** More text than anybody types between two reads, in characters. */
const longText = 100;
/** A paste too long for one read comes in reads that follow each other at once. */
const burstMs = 50;

// oxlint-disable-next-line no-control-regex
const hasControls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/**
 * Tells a paste from typing where the terminal does not mark pastes. The policy: a read that holds text, a line break
 * and more text was not typed by a person, so its line breaks are text; what follows within 50 ms belongs to it. A
 * line with a single break at its end is typed: the break submits it.
 */
export class UnmarkedPastes {
  #burstUntilMs = Number.NEGATIVE_INFINITY;

  /** Whether so much text without a line break is inserted at once rather than key by key. */
  static isLong(text: string): boolean {
    return text.length >= longText;
  }

  /** Whether the whole read is a paste. */
  take(text: string, atMs: number): boolean {
    const isTextOnly = text !== "" && !hasControls.test(text);
    const goesOn = atMs <= this.#burstUntilMs && text !== "\r";
    const isPaste = isTextOnly && (goesOn || isBrokenInside(text) || isLongWithoutBreak(text));
    if (isPaste) this.#burstUntilMs = atMs + burstMs;
    return isPaste;
  }
}

function isLongWithoutBreak(text: string): boolean {
  return UnmarkedPastes.isLong(text) && !/[\r\n]/.test(text);
}

/** Looks at each character once, however long a line is. */
function isBrokenInside(text: string): boolean {
  const lineBreak = text.trimStart().search(/[\r\n]/);
  return lineBreak >= 0 && text.trimStart().slice(lineBreak).trim() !== "";
}
