import { cleanText } from "../../terminal/text/clean.ts";

/** Characters of a text that are looked at for its last lines: more than any screen shows. */
const looked = 16_384;

export interface LinesOfText {
  /** Without control characters. */
  readonly lines: readonly string[];
  /** Lines that are not among them. */
  readonly more: number;
}

/** The last lines of a text, empty ones at its end left out. Costs no more for a long text than counting its lines. */
export function lastLines(text: string, count: number): LinesOfText {
  const end = trimmedEnd(text);
  const start = Math.max(0, end - looked);
  const lines = cleanText(text.slice(start, end)).split("\n");
  const shown = lines.slice(-count);
  return { lines: shown, more: countLines(text, end) - shown.length };
}

/** The first lines of a text. */
export function firstLines(text: string, count: number): LinesOfText {
  const end = trimmedEnd(text);
  const lines = cleanText(text.slice(0, Math.min(end, looked))).split("\n");
  const shown = lines.slice(0, count);
  return { lines: shown, more: countLines(text, end) - shown.length };
}

function trimmedEnd(text: string): number {
  let end = text.length;
  while (end > 0 && /\s/.test(text.charAt(end - 1))) end -= 1;
  return end;
}

function countLines(text: string, end: number): number {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1))
    count += 1;
  return count;
}
