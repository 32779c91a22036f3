import { cellsOf, isSequence } from "./cells.ts";
import { Pen } from "./pen.ts";
import { displayWidth } from "./width.ts";

/** The text, cut with "…" when it is wider than `width` columns. Styles and links that were cut open are closed. */
export function fitText(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return "";
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

/** The text with spaces up to `width` columns; a wider text stays as it is. */
export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}
