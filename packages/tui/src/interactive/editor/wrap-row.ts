import { isPlainWide } from "./clusters.ts";
import type { ClusterReader } from "./clusters.ts";
import type { Pastes } from "./pastes.ts";
import { showCluster } from "./shown-cluster.ts";

/** What rows are made of. */
export interface WrapSource {
  readonly text: string;
  readonly pastes: Pastes;
  /** Cells in a row. One blank more may hang over its end: there the cursor stands after a full row. */
  readonly columns: number;
}

/** Marks that take no cells must not make a row endless. */
const mostUnitsInRow = 4096;

/**
 * The start of the row after the one that starts at `start`, undefined when that is the last one. Rows break after
 * blanks and beside wide characters, and anywhere when a word alone is too wide. The answer depends on nothing before
 * `start`.
 */
export function nextRow(
  source: WrapSource,
  reader: ClusterReader,
  start: number,
): number | undefined {
  const { text, columns } = source;
  let column = 0;
  let lastBreak = start;
  for (let at = start; at < text.length;) {
    const unit = text.charCodeAt(at);
    if (unit === 0x0a) return at + 1;
    const end = reader.end(at);
    const isBlank = unit === 0x20 || unit === 0x09;
    const width = isNarrow(unit, end - at) ? 1 : widthOf(source, at, end, column);
    const isWide = isPlainWide(unit) || (width === 2 && !isBlank);
    if (isWide) lastBreak = at;
    if (column + width > (isBlank ? columns + 1 : columns) && at > start) {
      if (isBlank || lastBreak === start) return at;
      return lastBreak;
    }
    if (end - start > mostUnitsInRow && at > start) return at;
    column += width;
    at = end;
    if (isBlank || isWide) lastBreak = at;
  }
  return undefined;
}

function isNarrow(unit: number, units: number): boolean {
  return units === 1 && unit >= 0x20 && unit < 0x7f;
}

function widthOf(
  { text, pastes, columns }: WrapSource,
  at: number,
  end: number,
  column: number,
): number {
  return showCluster(text.slice(at, end), pastes, { column, columns }).width;
}
