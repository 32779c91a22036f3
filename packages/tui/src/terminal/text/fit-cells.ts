import { cellsOf, isSequence } from "./cells.ts";
import { Pen } from "./pen.ts";

/** Cuts a text that is wider than `width` columns (at least 1). Styles and links that were cut open are closed. */
export function fitCells(text: string, width: number): string {
  const pen = new Pen();
  const parts: string[] = [];
  let column = 0;
  for (const cell of cellsOf(text)) {
    if (column + cell.width > width - 1) break;
    if (isSequence(cell)) pen.pass(cell.text);
    parts.push(cell.text);
    column += cell.width;
  }
  return `${parts.join("")}…${pen.close()}`;
}
