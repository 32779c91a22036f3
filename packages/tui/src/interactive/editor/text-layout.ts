import type { Position } from "../../terminal/geometry.ts";
import { ClusterReader } from "./clusters.ts";
import type { Pastes } from "./pastes.ts";
import { showCluster } from "./shown-cluster.ts";
import { nextRow } from "./wrap-row.ts";
import type { WrapSource } from "./wrap-row.ts";

/**
 * A text in rows. They are found when they are asked for, and remembered: who looks at the start of a long text does not
 * pay for its end.
 */
export class TextLayout implements WrapSource {
  readonly text: string;
  readonly pastes: Pastes;
  readonly columns: number;
  readonly #reader: ClusterReader;
  /** Where the rows start that are known, ascending. */
  readonly #starts: number[];
  #isWhole = false;

  /** `starts`: rows that are known already, at least the first; the array is the layout's from now on. */
  constructor({ text, pastes, columns }: WrapSource, starts: number[] = [0]) {
    this.text = text;
    this.pastes = pastes;
    this.columns = columns;
    this.#reader = new ClusterReader(text);
    this.#starts = starts;
  }

  /** How many rows there are, counted up to `most`. There is at least one. */
  count(most: number): number {
    while (this.#starts.length < most && this.#findNext() !== undefined);
    return Math.min(most, this.#starts.length);
  }

  /** Where the row starts; undefined when there are fewer rows. */
  start(row: number): number | undefined {
    this.count(row + 1);
    return this.#starts[row];
  }

  /** The row that holds the offset: the last one that does not start after it. */
  rowAt(offset: number): number {
    while ((this.#starts.at(-1) ?? 0) <= offset && this.#findNext() !== undefined);
    return this.#lastUpTo(offset);
  }

  /** Where the rows start that are the same in any text with the same beginning of `same` code units; a new array. */
  startsBefore(same: number): number[] {
    // A row knows of the text up to the end of the next one, and of one character more.
    const row = this.#lastUpTo(same);
    return this.#starts.slice(0, Math.max(0, row - 2) + 1);
  }

  #lastUpTo(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #findNext(): number | undefined {
    if (this.#isWhole) return undefined;
    const next = nextRow(this, this.#reader, this.#starts.at(-1) ?? 0);
    if (next === undefined) this.#isWhole = true;
    else this.#starts.push(next);
    return next;
  }
}

/** Lays a text out in rows. With an earlier layout, the rows before the first difference are taken over from it. */
export function layoutText(source: WrapSource, earlier?: TextLayout): TextLayout {
  if (earlier?.columns !== source.columns) return new TextLayout(source);
  if (earlier.text === source.text) return earlier;
  return new TextLayout(source, earlier.startsBefore(samePrefix(source.text, earlier.text)));
}

/** The offsets between which a row's text stands, without its line break. */
export function rowRange(
  layout: TextLayout,
  row: number,
): { readonly from: number; readonly to: number } {
  const from = layout.start(row) ?? layout.text.length;
  const next = layout.start(row + 1);
  if (next === undefined) return { from, to: layout.text.length };
  return { from, to: layout.text[next - 1] === "\n" ? next - 1 : next };
}

/** Where on the grid of rows the offset is. */
export function positionAt(layout: TextLayout, offset: number): Position {
  const row = layout.rowAt(offset);
  const from = layout.start(row) ?? 0;
  let column = 0;
  for (const { end, width } of rowClusters(layout, from, offset)) {
    if (end > offset) break;
    column += width;
  }
  return { row, column };
}

/** The offset in a row that is nearest to the column from the left, between two characters. */
export function offsetAt(layout: TextLayout, row: number, column: number): number {
  const { from, to } = rowRange(layout, row);
  const isWrapped = layout.start(row + 1) === to;
  let at = from;
  let reached = 0;
  for (const { end, width } of rowClusters(layout, from, to)) {
    // The end of a wrapped row is the start of the next one.
    if (reached + width > column || (isWrapped && end >= to)) break;
    reached += width;
    at = end;
  }
  return at;
}

/** The characters between two offsets of one row: where each ends, and how many cells it takes. */
export function* rowClusters(
  layout: TextLayout,
  from: number,
  to: number,
): Generator<{ readonly end: number; readonly width: number; readonly text: string }, void> {
  const { text, pastes, columns } = layout;
  const reader = new ClusterReader(text);
  let column = 0;
  for (let at = from; at < to;) {
    const end = reader.end(at);
    const shown = showCluster(text.slice(at, end), pastes, { column, columns });
    yield { end, width: shown.width, text: shown.text };
    column += shown.width;
    at = end;
  }
}

/** How many code units two texts have in common at their start. Compares halves: the engine does that fastest. */
function samePrefix(a: string, b: string): number {
  let low = 0;
  let high = Math.min(a.length, b.length);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (a.slice(low, middle) === b.slice(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
