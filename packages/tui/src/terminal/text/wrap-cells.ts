import { cellsOf, isSequence } from "./cells.ts";
import type { Cell } from "./cells.ts";
import type { Pen } from "./pen.ts";

/** Closing marks of East Asian text: a line does not begin with them. */
const neverFirst = /^[、。，．：；？！）］｝〕〉》」』】〗”’…・ー々〜～]/u;
/** Opening marks: a line does not end with them. */
const neverLast = /^[（［｛〔〈《「『【〖“‘]/u;

/** What stands for a character that is wider than the whole line. */
const tooWide: Cell = { text: "?", width: 1 };

/**
 * Adds to `lines` what one line of text becomes in lines of at most `columns` columns (at least 1), beginning with what the
 * pen has on. Each cell is looked at once or, after a break at a space, twice.
 */
export function wrapCells(line: string, columns: number, pen: Pen, lines: string[]): void {
  const cells = cellsOf(line).map((cell) => (cell.width > columns ? tooWide : cell));
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
