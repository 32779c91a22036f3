import { escapeCharacter, sequencePattern } from "./escape.ts";
import { graphemeWidth, splitGraphemes } from "./width.ts";

/** One grapheme cluster, or one sequence of the terminal (whose width is 0 and which begins with ESC). */
export interface Cell {
  readonly text: string;
  readonly width: number;
}

/** Whether the cell is a sequence, and not a character. */
export function isSequence(cell: Cell): boolean {
  return cell.text.startsWith(escapeCharacter);
}

/** A styled text in order: characters and the sequences between them. Control characters are left out. */
export function cellsOf(text: string): readonly Cell[] {
  const cells: Cell[] = [];
  let at = 0;
  if (text.includes(escapeCharacter))
    for (const match of text.matchAll(sequencePattern)) {
      addCharacters(cells, text.slice(at, match.index));
      cells.push({ text: match[0], width: 0 });
      at = match.index + match[0].length;
    }
  addCharacters(cells, text.slice(at));
  return cells;
}

function addCharacters(cells: Cell[], text: string): void {
  for (const cluster of splitGraphemes(text)) {
    const width = graphemeWidth(cluster);
    if (width > 0) cells.push({ text: cluster, width });
  }
}
