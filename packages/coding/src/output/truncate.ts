import { utf8Length } from "../bytes.ts";
import { resolveBudget } from "./budget.ts";
import type { Budget } from "./budget.ts";

/** What is left of a text that had to fit a budget. */
export interface Truncated {
  /** Whole lines, without the line feed of the last one unless nothing was cut. */
  readonly text: string;
  readonly shownLines: number;
  readonly totalLines: number;
  readonly truncated: boolean;
  /** Present when the only line shown is the last part of one that is itself over the budget. */
  readonly partialLine?: true;
}

/**
 * Keeps the start of a text, as whole lines: at most `maxLines` (2,000) and `maxBytes` (50,000) of UTF-8. A line ends at a
 * line feed and nowhere else. If the first line alone is too big nothing is shown. Throws `RangeError` for limits below 1.
 */
export function truncateHead(text: string, budget: Budget = {}): Truncated {
  const { maxLines, maxBytes } = resolveBudget(budget);
  const totalLines = countLines(text);
  if (totalLines <= maxLines && byteLengthUpTo(text, 0, text.length, maxBytes) <= maxBytes)
    return whole(text, totalLines);
  let end = 0;
  let shownLines = 0;
  let bytes = 0;
  for (let start = 0; shownLines < Math.min(maxLines, totalLines); shownLines++) {
    const lineEnd = indexOrEnd(text, start);
    bytes += byteLengthUpTo(text, start, lineEnd, maxBytes) + (shownLines > 0 ? 1 : 0);
    if (bytes > maxBytes) break;
    end = lineEnd;
    start = lineEnd + 1;
  }
  return { text: text.slice(0, end), shownLines, totalLines, truncated: true };
}

/**
 * Keeps the end of a text, as {@link truncateHead} keeps the start. If the last line alone is too big, its last bytes are
 * kept, from a code-point boundary on, and `partialLine` says so: the only part of a line that is ever shown.
 */
export function truncateTail(text: string, budget: Budget = {}): Truncated {
  const { maxLines, maxBytes } = resolveBudget(budget);
  const totalLines = countLines(text);
  if (totalLines <= maxLines && byteLengthUpTo(text, 0, text.length, maxBytes) <= maxBytes)
    return whole(text, totalLines);
  const end = text.endsWith("\n") ? text.length - 1 : text.length;
  let start = end;
  let shownLines = 0;
  let bytes = 0;
  for (let lineEnd = end; shownLines < Math.min(maxLines, totalLines); shownLines++) {
    const lineStart = lineEnd === 0 ? 0 : text.lastIndexOf("\n", lineEnd - 1) + 1;
    bytes += byteLengthUpTo(text, lineStart, lineEnd, maxBytes) + (shownLines > 0 ? 1 : 0);
    if (bytes > maxBytes) break;
    start = lineStart;
    lineEnd = lineStart - 1;
  }
  if (shownLines > 0)
    return { text: text.slice(start, end), shownLines, totalLines, truncated: true };
  const part = lastBytes(text, end, maxBytes);
  return { text: part, shownLines: 1, totalLines, truncated: true, partialLine: true };
}

/** The beginning of a line that is longer than so many characters, with a mark that says so; else the line. */
export function cutLine(line: string, length: number): string {
  return line.length > length ? `${line.slice(0, length)}… [cut]` : line;
}

/** Lines of a text. A line feed at the very end ends the last line and begins no other. */
function countLines(text: string): number {
  const lineFeeds = countLineFeeds(text);
  return text === "" || text.endsWith("\n") ? lineFeeds : lineFeeds + 1;
}

/** Line feeds in a text. */
export function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) count++;
  return count;
}

function whole(text: string, totalLines: number): Truncated {
  return { text, shownLines: totalLines, totalLines, truncated: false };
}

function indexOrEnd(text: string, from: number): number {
  const index = text.indexOf("\n", from);
  return index === -1 ? text.length : index;
}

/** The UTF-8 length of a part; when that is certainly over `limit`, just something over it, at no cost. */
function byteLengthUpTo(text: string, start: number, end: number, limit: number): number {
  const length = end - start;
  return length > limit ? length : utf8Length(text.slice(start, end));
}

/** The longest end of `text.slice(0, end)` that takes at most `maxBytes` and begins with a whole code point. */
function lastBytes(text: string, end: number, maxBytes: number): string {
  let start = end;
  let bytes = 0;
  while (start > 0) {
    const isPair = isLowSurrogate(text, start - 1) && isHighSurrogate(text, start - 2);
    const next = start - (isPair ? 2 : 1);
    bytes += codePointLength(text.codePointAt(next) ?? 0);
    if (bytes > maxBytes) break;
    start = next;
  }
  return text.slice(start, end);
}

/** Bytes of a code point in UTF-8; half of a surrogate pair becomes the replacement character, which takes three. */
function codePointLength(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}

function isHighSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
