import type { Span } from "./occurrences.ts";
import type { LineEndings } from "./text-file.ts";

/** A change that has found its place. `oldText` and `newText` have LF only; `span` is a part of the file's LF text. */
export interface Change {
  /** Its place in the list of edits. */
  readonly index: number;
  readonly span: Span;
  readonly oldText: string;
  readonly newText: string;
  readonly isTolerant: boolean;
}

/** Pairs the lines of two texts: for each line of the new text the line of the old one it is, or else replaces. */
export type PairLines = (
  oldLines: readonly string[],
  newLines: readonly string[],
) => readonly LinePair[];

export interface LinePair {
  /** Index of the old line, or undefined for a line that is an addition. */
  readonly oldLine: number | undefined;
  /** The new line is the old one, unchanged. */
  readonly isSame: boolean;
}

/** New text for a span when every line ends alike: all of it takes that ending. */
export function plainReplacement(change: Change, endings: LineEndings): string {
  return change.newText.replaceAll("\n", endings.around(change.span.start));
}

/**
 * New text for a span, line by line: a line that the edit leaves as it was keeps its characters and its ending, a
 * replaced line keeps its ending, an added line takes the ending of the line before it.
 */
export function pairedReplacement(
  change: Change,
  text: string,
  endings: LineEndings,
  pairLines: PairLines,
): string {
  const { span } = change;
  const fileLines = linesOf(text, span);
  const oldLines = change.oldText.split("\n");
  const newLines = change.newText.split("\n");
  let ending = endings.around(span.start);
  let result = "";
  for (const [index, pair] of pairLines(oldLines, newLines).entries()) {
    const line = pair.oldLine === undefined ? undefined : fileLines[pair.oldLine];
    result += pair.isSame && line ? text.slice(line.start, line.end) : (newLines[index] ?? "");
    if (line) ending = line.end < span.end ? endings.at(line.end) : endings.around(span.end);
    if (index < newLines.length - 1) result += ending;
  }
  return result;
}

/** The lines of a span, without their line feeds. */
function linesOf(text: string, span: Span): Span[] {
  const lines: Span[] = [];
  for (let start = span.start; ;) {
    const lineFeed = text.indexOf("\n", start);
    if (lineFeed === -1 || lineFeed >= span.end) return [...lines, { start, end: span.end }];
    lines.push({ start, end: lineFeed });
    start = lineFeed + 1;
  }
}
