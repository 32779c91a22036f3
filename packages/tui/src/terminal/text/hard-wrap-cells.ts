import { cellsOf, isSequence } from "./cells.ts";
import { Pen } from "./pen.ts";

/** Cuts one styled line that is wider than `columns` (at least 1). A character wider than that becomes "?". */
export function hardWrapCells(line: string, columns: number): readonly string[] {
  const lines: string[] = [];
  const pen = new Pen();
  let parts: string[] = [];
  let column = 0;
  for (const cell of cellsOf(line)) {
    const isTooWide = cell.width > columns;
    const size = isTooWide ? 1 : cell.width;
    if (column + size > columns) {
      lines.push(parts.join("") + pen.close());
      parts = [pen.open()];
      column = 0;
    }
    if (isSequence(cell)) pen.pass(cell.text);
    parts.push(isTooWide ? "?" : cell.text);
    column += size;
  }
  lines.push(parts.join("") + pen.close());
  return lines;
}
