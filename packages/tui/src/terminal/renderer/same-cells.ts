import { cellsOf, isSequence } from "../text/cells.ts";
import { Pen } from "../text/pen.ts";
import { isCertain } from "./certain-width.ts";

/** What two lines begin with. */
export interface SameBeginning {
  /** How many cells it takes on the screen, and how many characters of the new line. */
  readonly column: number;
  readonly length: number;
  /** What puts on the styles that are on where it ends. */
  readonly open: string;
}

/** How much of two lines is the same: whole characters only, and only as far as every terminal agrees on the column. */
export function sameCells(before: string, after: string): SameBeginning {
  const pen = new Pen();
  const old = cellsOf(before);
  let column = 0;
  let length = 0;
  for (const [index, cell] of cellsOf(after).entries()) {
    if (cell.text !== old[index]?.text) break;
    if (isSequence(cell)) pen.pass(cell.text);
    else if (!isCertain(cell.text)) break;
    column += cell.width;
    length += cell.text.length;
  }
  return { column, length, open: pen.open() };
}
