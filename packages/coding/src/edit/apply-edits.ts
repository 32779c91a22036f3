import { EditError } from "../errors.ts";
import { countLineFeeds, cutLine } from "../output/truncate.ts";
import { TextFinder } from "./find-text.ts";
import { nearestText } from "./nearest-text.ts";
import { maxOccurrences } from "./occurrences.ts";
import { loadPairLines } from "./pair-lines.ts";
import { pairedReplacement, plainReplacement } from "./replacement.ts";
import type { Change } from "./replacement.ts";
import { LineEndings } from "./text-file.ts";
import type { TextFile } from "./text-file.ts";
import type { Piece } from "./unified-diff.ts";

/** One replacement. `oldText` must occur exactly once in the file. */
export interface Edit {
  readonly oldText: string;
  readonly newText: string;
}

/** A file before and after its edits. */
export interface EditedText {
  /** The text before and after, with the line endings it really has. */
  readonly before: string;
  readonly after: string;
  /** What was replaced, in the order of the text. */
  readonly pieces: readonly Piece[];
  /** The first line that changed, from 1. */
  readonly firstChangedLine: number;
  /** Which edits were found only after small differences were ignored. */
  readonly tolerant: readonly number[];
}

/**
 * Applies all edits to the text as it was before any of them. Each must stand in exactly one place and none may overlap
 * another. Throws `EditError` that names the edit at fault; `path` is only for its text.
 */
export async function applyEdits(
  path: string,
  file: TextFile,
  edits: readonly Edit[],
): Promise<EditedText> {
  if (edits.length === 0)
    throw new EditError(`Could not edit ${path}: edits must contain at least one replacement.`);
  const finder = new TextFinder(file.text);
  const changes = edits.map((edit, index) => locate(path, file.text, finder, edit, index));
  const ordered = changes.toSorted((a, b) => a.span.start - b.span.start);
  refuseOverlaps(path, ordered);
  const endings = new LineEndings(file);
  const pieces = await makePieces(file, endings, ordered);
  if (pieces.every(({ original, replacement }) => original === replacement))
    throw new EditError(
      `Could not edit ${path}: ${listEdits(changes)} would leave it exactly as it is.`,
    );
  const before = endings.restore(0, file.text.length);
  const firstChanged = ordered[0]?.span.start ?? 0;
  return {
    before,
    after: replacePieces(before, pieces),
    pieces,
    firstChangedLine: countLineFeeds(file.text.slice(0, firstChanged)) + 1,
    tolerant: changes.filter((change) => change.isTolerant).map((change) => change.index),
  };
}

function locate(path: string, text: string, finder: TextFinder, edit: Edit, index: number): Change {
  const oldText = edit.oldText.replaceAll("\r\n", "\n");
  const newText = edit.newText.replaceAll("\r\n", "\n");
  const name = `edits[${index}]`;
  if (oldText === "")
    throw new EditError(
      `Could not edit ${path}: ${name}.oldText is empty. Give the text to replace.`,
    );
  if (oldText === newText)
    throw new EditError(`Could not edit ${path}: ${name}.oldText and newText are the same.`);
  const { spans, isTolerant } = finder.find(oldText);
  const [span] = spans;
  if (!span)
    throw new EditError(
      `Could not edit ${path}: ${name}.oldText is not in the file. It must match exactly, spaces and line breaks included, and is looked for in the file as it was before this call. ${nearestHint(text, oldText)}`,
    );
  if (spans.length > 1)
    throw new EditError(
      `Could not edit ${path}: ${name}.oldText occurs ${spans.length}${spans.length === maxOccurrences ? " or more" : ""} times. Add lines around it until it occurs once.`,
    );
  return { index, span, oldText, newText, isTolerant };
}

const shownLineLength = 200;

function nearestHint(text: string, oldText: string): string {
  const nearest = nearestText(text, oldText);
  if (!nearest) return "Nothing like it is there. Read the file again.";
  const { firstLine, lines } = nearest;
  const lastLine = firstLine + lines.length - 1;
  const shown = lines.map((line) => cutLine(line, shownLineLength));
  const where = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine}-${lastLine}`;
  return `The nearest text is in ${where}:\n\n${shown.join("\n")}`;
}

function refuseOverlaps(path: string, ordered: readonly Change[]): void {
  for (const [place, change] of ordered.entries()) {
    const next = ordered[place + 1];
    if (!next || next.span.start >= change.span.end) continue;
    const [first, second] = [change.index, next.index].toSorted((a, b) => a - b);
    throw new EditError(
      `Could not edit ${path}: edits[${first}] and edits[${second}] overlap. Make one edit of them.`,
    );
  }
}

/** Only when endings are mixed, or a match was not exact, do single lines have to be told apart. */
async function makePieces(
  file: TextFile,
  endings: LineEndings,
  ordered: readonly Change[],
): Promise<Piece[]> {
  const isUniform = endings.isUniform;
  const needsPairs = ordered.some((change) => change.isTolerant || !isUniform);
  const pairLines = needsPairs ? await loadPairLines() : undefined;
  const pieces: Piece[] = [];
  let growth = 0;
  for (const change of ordered) {
    const { span, isTolerant } = change;
    const original = endings.restore(span.start, span.end);
    const replacement =
      pairLines && (isTolerant || !isUniform)
        ? pairedReplacement(change, file.text, endings, pairLines)
        : plainReplacement(change, endings);
    const start = endings.place(span.start);
    pieces.push({ start, newStart: start + growth, original, replacement });
    growth += replacement.length - original.length;
  }
  return pieces;
}

function replacePieces(before: string, pieces: readonly Piece[]): string {
  let result = "";
  let from = 0;
  for (const { start, original, replacement } of pieces) {
    result += before.slice(from, start) + replacement;
    from = start + original.length;
  }
  return result + before.slice(from);
}

function listEdits(changes: readonly Change[]): string {
  return changes.map((change) => `edits[${change.index}]`).join(", ");
}
