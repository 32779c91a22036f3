import { escapeCharacter, stripSequences } from "./escape.ts";
import { Pen } from "./pen.ts";
import { displayWidth, isNarrowText } from "./width.ts";
import { wrapCells } from "./wrap-cells.ts";
import { wrapNarrow } from "./wrap-narrow.ts";

/**
 * The text in lines of at most `width` columns (at least 1). Breaks at spaces, between East Asian characters, and within
 * a word that is longer than a line; `\n` always breaks. The spaces at a break are dropped, the spaces a line of the text
 * begins with stay. Styles and links are closed at a line's end and opened again on the next one. Tabs must be spaces
 * already (`cleanText`).
 */
export function wrapText(text: string, width: number): readonly string[] {
  const columns = Math.max(1, Math.floor(width));
  const lines: string[] = [];
  const pen = new Pen();
  for (const line of text.split("\n")) {
    const visible = stripSequences(line);
    if (isNarrowText(visible)) wrapNarrow(line, visible, columns, pen, lines);
    else if (pen.isPlain && !line.includes(escapeCharacter) && displayWidth(line) <= columns)
      lines.push(line);
    else wrapCells(line, columns, pen, lines);
  }
  return lines;
}
