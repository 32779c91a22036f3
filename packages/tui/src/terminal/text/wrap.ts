import { cellsOf, isSequence } from "./cells.ts";
import type { Cell } from "./cells.ts";
import { escapeCharacter } from "./escape.ts";
import { Pen } from "./pen.ts";
import { displayWidth } from "./width.ts";

/** Closing marks of East Asian text: a line does not begin with them. */
const neverFirst = /^[、。，．：；？！）］｝〕〉》」』】〗”’…・ー々〜～]/u;
/** Opening marks: a line does not end with them. */
const neverLast = /^[（［｛〔〈《「『【〖“‘]/u;

/** What stands for a character that is wider than the whole line. */
const tooWide: Cell = { text: "?", width: 1 };

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
    const isPlain = pen.isPlain && !line.includes(escapeCharacter);
    if (isPlain && displayWidth(line) <= columns) lines.push(line);
    else wrapLine(cellsOf(line), columns, pen, lines);
  }
  return lines;
}

/** Each cell is looked at once or, after a break at a space, twice. */
function wrapLine(source: readonly Cell[], columns: number, pen: Pen, lines: string[]): void {
  const cells = source.map((cell) => (cell.width > columns ? tooWide : cell));
  let start = 0;
  do {
    const { end, next } = breakOf(cells, start, columns);
    lines.push(paint(cells, start, end, pen));
    for (let index = end; index < next; index += 1) passCell(cells[index], pen);
    start = next;
  } while (start < cells.length);
}

/** Where the line that begins at `start` ends, and where the next begins; between them are only spaces and sequences. */
function breakOf(
  cells: readonly Cell[],
  start: number,
  columns: number,
): { readonly end: number; readonly next: number } {
  let column = 0;
  let lastBreak = -1;
  let before: Cell | undefined;
  let holdsText = false;
  for (let index = start; index < cells.length; index += 1) {
    const cell = cells[index] ?? tooWide;
    if (cell.width === 0) continue;
    if (holdsText && before && mayBreak(before, cell)) lastBreak = index;
    if (column + cell.width > columns) {
      if (cell.text === " ")
        return { end: trimSpaces(cells, start, index), next: skipSpaces(cells, index) };
      const next = lastBreak > start ? lastBreak : index;
      return { end: trimSpaces(cells, start, next), next };
    }
    column += cell.width;
    holdsText ||= cell.text !== " ";
    before = cell;
  }
  return { end: cells.length, next: cells.length };
}

function mayBreak(before: Cell, cell: Cell): boolean {
  if (cell.text === " ") return false;
  if (before.text === " ") return true;
  if (before.width < 2 && cell.width < 2) return false;
  return !neverFirst.test(cell.text) && !neverLast.test(before.text);
}

/** The first cell after the spaces; the sequences among and after them go with what is dropped. */
function skipSpaces(cells: readonly Cell[], from: number): number {
  let index = from;
  while (index < cells.length && (cells[index]?.text === " " || cells[index]?.width === 0))
    index += 1;
  return index;
}

/** The end of what is shown of a line that ends before `end`: the spaces in front of a break are dropped. */
function trimSpaces(cells: readonly Cell[], start: number, end: number): number {
  let last = end;
  while (last > start && (cells[last - 1]?.text === " " || cells[last - 1]?.width === 0)) last -= 1;
  return last > start ? last : end;
}

function paint(cells: readonly Cell[], start: number, end: number, pen: Pen): string {
  const parts = [pen.open()];
  for (let index = start; index < end; index += 1) {
    passCell(cells[index], pen);
    parts.push(cells[index]?.text ?? "");
  }
  parts.push(pen.close());
  return parts.join("");
}

function passCell(cell: Cell | undefined, pen: Pen): void {
  if (cell && isSequence(cell)) pen.pass(cell.text);
}
