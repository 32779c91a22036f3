import type { Pen } from "./pen.ts";
import { SequenceWalk } from "./sequence-walk.ts";

/**
 * What `wrapCells` does, for a line whose visible text is narrow (`isNarrowText`): such a line breaks at spaces only, and is
 * cut into slices. Most lines are of this kind, and while an answer streams they are laid out with each frame.
 */
export function wrapNarrow(
  line: string,
  visible: string,
  columns: number,
  pen: Pen,
  lines: string[],
): void {
  const walk = new SequenceWalk(line, pen);
  let start = 0;
  do {
    const { end, next, isCut } = breakOf(visible, start, columns);
    const open = pen.open();
    const from = walk.placeOf(start);
    walk.passTo(isCut ? end - 1 : end);
    lines.push(open + line.slice(from, walk.placeOf(end)) + pen.close());
    walk.passTo(next);
    start = next;
  } while (start < visible.length);
}

interface Break {
  /** Columns of the visible text: where the line ends, and where the next begins. Between them are only spaces. */
  readonly end: number;
  readonly next: number;
  /** The line was cut behind its last character: sequences that stand there go with what is dropped. */
  readonly isCut: boolean;
}

function breakOf(visible: string, start: number, columns: number): Break {
  const limit = start + columns;
  if (visible.length <= limit) return { end: visible.length, next: visible.length, isCut: false };
  // Looked at apart from the rest: a search for a space never leaves the line, however long the words before it are.
  const head = visible.slice(start, limit);
  if (visible[limit] === " ") {
    const shown = head.trimEnd().length;
    const next = skipSpaces(visible, limit);
    return { end: shown === 0 ? limit : start + shown, next, isCut: shown > 0 };
  }
  const space = head.lastIndexOf(" ");
  const shown = head.slice(0, space + 1).trimEnd().length;
  if (shown > 0) return { end: start + shown, next: start + space + 1, isCut: true };
  // One word, behind an indentation or none, is longer than the line.
  return { end: limit, next: limit, isCut: space < columns - 1 };
}

function skipSpaces(visible: string, from: number): number {
  let at = from;
  while (visible[at] === " ") at += 1;
  return at;
}
