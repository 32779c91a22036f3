import { nextBoundary, previousBoundary } from "./clusters.ts";
import { beginsPlaceholder } from "./pastes.ts";

const inWord = /[\p{L}\p{N}\p{M}_]/u;
const blank = /\s/u;

/** The end of the word at or after the offset; a paste is a word. */
export function wordEnd(text: string, offset: number): number {
  const start = skipForward(text, offset, (cluster) => !isWordPart(cluster));
  if (isPaste(text, start)) return nextBoundary(text, start);
  return skipForward(text, start, isInWord);
}

/** The start of the word at or before the offset; a paste is a word. */
export function wordStart(text: string, offset: number): number {
  const end = skipBack(text, offset, (cluster) => !isWordPart(cluster));
  const last = previousBoundary(text, end);
  if (end > 0 && isPaste(text, last)) return last;
  return skipBack(text, end, isInWord);
}

/** The start of what stands before the offset up to a blank. */
export function blankWordStart(text: string, offset: number): number {
  const end = skipBack(text, offset, (cluster) => blank.test(cluster));
  return skipBack(text, end, (cluster) => !blank.test(cluster));
}

/** The first offset of the line that the offset is in. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** The offset of the line's break, or of the text's end. */
export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  return at === -1 ? text.length : at;
}

function skipForward(text: string, from: number, skips: (cluster: string) => boolean): number {
  let at = from;
  while (at < text.length) {
    const end = nextBoundary(text, at);
    if (!skips(text.slice(at, end))) return at;
    at = end;
  }
  return at;
}

function skipBack(text: string, from: number, skips: (cluster: string) => boolean): number {
  let at = from;
  while (at > 0) {
    const start = previousBoundary(text, at);
    if (!skips(text.slice(start, at))) return at;
    at = start;
  }
  return at;
}

function isWordPart(cluster: string): boolean {
  return isInWord(cluster) || isPaste(cluster, 0);
}

function isInWord(cluster: string): boolean {
  return inWord.test(cluster);
}

function isPaste(text: string, offset: number): boolean {
  return beginsPlaceholder(text.charCodeAt(offset));
}
