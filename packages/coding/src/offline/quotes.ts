/** Stands for one character inside quotation marks, the marks included. A private-use character that nobody types. */
export const quotedMark = "\uE000";

/**
 * A text and its mask: the same text, of the same length, with every quoted character replaced by `quotedMark`. Grammar looks
 * at the mask, so that a word inside quotation marks is never taken for an instruction; positions fit both.
 */
export interface Phrase {
  readonly text: string;
  readonly mask: string;
}

const closingMarks: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ["`", "`"],
  ["“", "”"],
  ["„", "“"],
  ["‘", "’"],
  ["«", "»"],
]);

/**
 * Finds quotations. A mark opens one only where a word can begin and only if it is closed later, and a single quotation
 * mark closes one only where a word can end: the apostrophes of `what's in bob's notes` quote nothing.
 */
export function toPhrase(text: string): Phrase {
  let mask = "";
  for (let at = 0; at < text.length;) {
    const end = quotationEnd(text, at);
    mask += end === undefined ? text.charAt(at) : quotedMark.repeat(end - at);
    at = end ?? at + 1;
  }
  return { text, mask };
}

/** A part of a phrase. */
export function slicePhrase(phrase: Phrase, start: number, end?: number): Phrase {
  return { text: phrase.text.slice(start, end), mask: phrase.mask.slice(start, end) };
}

/** The phrase without white space around it. */
export function trimPhrase(phrase: Phrase): Phrase {
  const start = phrase.mask.length - phrase.mask.trimStart().length;
  return slicePhrase(phrase, start, phrase.mask.trimEnd().length);
}

/** True when the phrase is one quotation and nothing else. */
export function isQuotation(phrase: Phrase): boolean {
  return quotationEnd(phrase.text, 0) === phrase.text.length;
}

/**
 * What a phrase stands for: the inside of a quotation, where a backslash before the closing mark is dropped and every
 * other character means itself, or else the text as it is.
 */
export function valueOf(phrase: Phrase): string {
  if (!isQuotation(phrase)) return phrase.text;
  const mark = phrase.text.slice(-1);
  return phrase.text.slice(1, -1).replaceAll(`\\${mark}`, mark);
}

function quotationEnd(text: string, start: number): number | undefined {
  const closing = closingMarks.get(text.charAt(start));
  if (closing === undefined || isInsideWord(text.charAt(start - 1))) return undefined;
  for (let at = start + 1; at < text.length; at += 1) {
    const isEscaped = text.charAt(at) === "\\" && text.charAt(at + 1) === closing;
    if (isEscaped) at += 1;
    else if (text.charAt(at) === closing && canClose(closing, text.charAt(at + 1))) return at + 1;
  }
  return undefined;
}

function canClose(mark: string, next: string): boolean {
  return (mark !== "'" && mark !== "’") || !isInsideWord(next);
}

function isInsideWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
