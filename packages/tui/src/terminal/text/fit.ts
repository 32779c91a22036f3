import { stripSequences } from "./escape.ts";
import { fitCells } from "./fit-cells.ts";
import { Pen } from "./pen.ts";
import { SequenceWalk } from "./sequence-walk.ts";
import { displayWidth, isNarrowText } from "./width.ts";

/** The text, cut with "…" when it is wider than `width` columns. Styles and links that were cut open are closed. */
export function fitText(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (width < 1) return "";
  return isNarrowText(stripSequences(text)) ? fitNarrow(text, width) : fitCells(text, width);
}

/** What `fitCells` does, for visible text that is narrow. */
function fitNarrow(text: string, width: number): string {
  const columns = Math.floor(width) - 1;
  const pen = new Pen();
  const walk = new SequenceWalk(text, pen);
  walk.passTo(columns);
  return `${text.slice(0, walk.placeOf(columns))}…${pen.close()}`;
}

/** The text with spaces up to `width` columns; a wider text stays as it is. */
export function padText(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - displayWidth(text)));
}
