import { cellsOf, isSequence } from "../../terminal/text/cells.ts";
import { Pen } from "../../terminal/text/pen.ts";
import { displayWidth } from "../../terminal/text/width.ts";

/** One styled line cut into lines of at most `width` columns, wherever that is: every space stays, as code needs it. */
export function hardWrap(line: string, width: number): readonly string[] {
  const columns = Math.max(1, Math.floor(width));
  if (displayWidth(line) <= columns) return [line];
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
