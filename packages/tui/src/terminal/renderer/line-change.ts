import { cellsOf, isSequence } from "../text/cells.ts";
import { escapeCharacter } from "../text/escape.ts";
import { Pen } from "../text/pen.ts";
import { displayWidth } from "../text/width.ts";

/** What turns one line on the screen into another. */
export interface LineChange {
  /** Where the writing begins. */
  readonly column: number;
  readonly text: string;
  /** Whether the old line reaches beyond the new one. */
  readonly erasesRest: boolean;
}

/**
 * Characters whose width no terminal doubts: letters, East Asian characters, lines and boxes, but neither emoji nor what
 * joins the character before it.
 */
const certain =
  "\\u0020-\\u007e\\u00a1-\\u00ac\\u00ae-\\u02ff\\u2010-\\u2027\\u2030-\\u205e\\u2190-\\u21ff\\u2500-\\u259f\\u3001-\\u3029\\u3041-\\u3096\\u30a0-\\u30ff\\u3400-\\u9fff\\uac00-\\ud7a3\\uff01-\\uff60";
const certainCharacter = new RegExp(`^[${certain}]$`);
/** ESC is no character: it begins a sequence, whose other characters are certain. */
const uncertainCharacter = new RegExp(`[^${certain}\\u001b]`);

/** Whether a terminal may give the text another width than `displayWidth`. */
export function isUncertain(text: string): boolean {
  return uncertainCharacter.test(text);
}

/** The smallest part, from some column to the line's end, that must be written. */
export function changeOf(before: string, after: string): LineChange {
  if (before === "") return { column: 0, text: after, erasesRest: false };
  const same = sameBeginning(before, after);
  return {
    column: same.column,
    text: same.open + after.slice(same.length),
    erasesRest: displayWidth(before) > displayWidth(after),
  };
}

/**
 * How much of two lines is the same: whole characters only, and only as far as every terminal agrees on the column. `open`
 * puts on the styles that are on there.
 */
function sameBeginning(
  before: string,
  after: string,
): { readonly column: number; readonly length: number; readonly open: string } {
  if (!isUncertain(before + after) && !(before + after).includes(escapeCharacter)) {
    const length = commonLength(before, after);
    return { column: displayWidth(after.slice(0, length)), length, open: "" };
  }
  const pen = new Pen();
  const old = cellsOf(before);
  let column = 0;
  let length = 0;
  for (const [index, cell] of cellsOf(after).entries()) {
    if (cell.text !== old[index]?.text) break;
    if (isSequence(cell)) pen.pass(cell.text);
    else if (!certainCharacter.test(cell.text)) break;
    column += cell.width;
    length += cell.text.length;
  }
  return { column, length, open: pen.open() };
}

/** Only for text in which each character is one code unit. */
function commonLength(before: string, after: string): number {
  const end = Math.min(before.length, after.length);
  let length = 0;
  while (length < end && before[length] === after[length]) length += 1;
  return length;
}
