import { escapeCharacter, sequencePattern, stripSequences } from "../text/escape.ts";
import { Pen } from "../text/pen.ts";
import { displayWidth } from "../text/width.ts";
import { isCertain } from "./certain-width.ts";
import { sameCells } from "./same-cells.ts";
import type { SameBeginning } from "./same-cells.ts";

/**
 * What `sameCells` finds. Where no terminal doubts a character of either line, which is nearly always, the lines are
 * compared as strings, and only the sequences in their common part are looked at one by one.
 */
export function sameBeginning(before: string, after: string): SameBeginning {
  if (!isCertain(stripSequences(before)) || !isCertain(stripSequences(after)))
    return sameCells(before, after);
  const pen = new Pen();
  const length = passSequences(before, after, commonLength(before, after), pen);
  return { column: displayWidth(after.slice(0, length)), length, open: pen.open() };
}

/**
 * Takes the pen past the sequences that begin in the common part. Gives where that part ends, when it may not end within a
 * sequence: one that is not the same in both lines (`ESC [ 1 m` and `ESC [ 1 ; 3 m`) is none of it.
 */
function passSequences(before: string, after: string, common: number, pen: Pen): number {
  let at = after.indexOf(escapeCharacter);
  if (at === -1 || at >= common) return common;
  const old = before.match(sequencePattern) ?? [];
  for (const [index, sequence] of (after.match(sequencePattern) ?? []).entries()) {
    if (sequence !== old[index]) return at;
    pen.pass(sequence);
    at = after.indexOf(escapeCharacter, at + sequence.length);
    if (at === -1 || at >= common) break;
  }
  return common;
}

/** How many code units are the same. Found by halving: to compare parts of strings costs less than to go through them. */
function commonLength(before: string, after: string): number {
  let same = 0;
  let most = Math.min(before.length, after.length);
  while (same < most) {
    const middle = Math.ceil((same + most) / 2);
    if (after.startsWith(before.slice(same, middle), same)) same = middle;
    else most = middle - 1;
  }
  return same;
}
