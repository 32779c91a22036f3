import { changeOf } from "./line-change.ts";
import type { RowWriter } from "./row-writer.ts";

/**
 * Turns the rows on the screen into others, which begin at the same row. Rows that only move are moved by the terminal.
 * Both have at least one row, and `before` fits the screen; `after` may be longer than the screen: what is above it goes
 * into the scrollback.
 */
export function paintRows(
  writer: RowWriter,
  before: readonly string[],
  after: readonly string[],
  screenRows: number,
): void {
  // Only rows on the screen can be reached: a longer text is written from where it differs, line after line.
  if (after.length > screenRows) writeOn(writer, before, after);
  else paintInPlace(writer, before, after);
}

function writeOn(writer: RowWriter, before: readonly string[], after: readonly string[]): void {
  let from = 0;
  while (from < before.length && before[from] === after[from]) from += 1;
  writer.moveTo(Math.min(from, before.length - 1));
  if (from < before.length) writer.eraseBelow();
  else writer.addRows(1);
  for (let row = from; row < after.length; row += 1) {
    if (row > from) writer.addRows(1);
    writer.write(0, after[row] ?? "", false);
  }
}

function paintInPlace(
  writer: RowWriter,
  before: readonly string[],
  after: readonly string[],
): void {
  const added = after.length - before.length;
  const shift = added === 0 ? shiftOf(before, after) : undefined;
  if (shift) {
    const { by, count } = shift;
    writer.moveTo(0);
    writer.deleteRows(by);
    writer.moveTo(count);
    writer.insertRows(by);
    const moved = before.slice(by, by + count);
    const fresh = Array.from({ length: by }, () => "");
    writeChanges(writer, [...moved, ...fresh, ...before.slice(by + count)], after);
    return;
  }
  const split = added === 0 ? before.length : bestSplit(before, after);
  if (added > 0) {
    writer.moveTo(before.length - 1);
    writer.addRows(added);
    if (split < before.length) {
      writer.moveTo(split);
      writer.insertRows(added);
    }
  } else if (added < 0) {
    writer.moveTo(split);
    if (split - added < before.length) writer.deleteRows(-added);
    else writer.eraseBelow();
  }
  const moved = after.map((_, row) => oldRow(before, row, split, added));
  writeChanges(writer, moved, after);
}

function writeChanges(
  writer: RowWriter,
  before: readonly string[],
  after: readonly string[],
): void {
  for (const [row, line] of after.entries()) {
    const old = before[row] ?? "";
    if (line === old) continue;
    const change = changeOf(old, line);
    writer.moveTo(row);
    writer.write(change.column, change.text, change.erasesRest);
  }
}

/** What stands in a row once rows were put in, or taken out, at the split. */
function oldRow(before: readonly string[], row: number, split: number, added: number): string {
  if (row < split) return before[row] ?? "";
  return row < split + added ? "" : (before[row - added] ?? "");
}

/**
 * What has only moved up, if that is more than what stays where it is: the top of the live region is cut off where it is
 * taller than the screen, and each new row moves those above it.
 */
function shiftOf(
  before: readonly string[],
  after: readonly string[],
): { readonly by: number; readonly count: number } | undefined {
  if (before[0] === after[0]) return undefined;
  const by = before.indexOf(after[0] ?? "", 1);
  if (by === -1) return undefined;
  let count = 0;
  let gain = 0;
  while (by + count < before.length && before[by + count] === after[count]) {
    gain += weight(before[by + count], after[count]) - weight(before[count], after[count]);
    count += 1;
  }
  for (let row = count; row < by + count; row += 1) gain -= weight(before[row], after[row]);
  return count > by && gain > 0 ? { by, count } : undefined;
}

/**
 * The row at which to put rows in, or take rows out, so that most of the text above (where it is) and below (moved) stays.
 * Of equals, the lowest: a line that grows is above it.
 */
function bestSplit(before: readonly string[], after: readonly string[]): number {
  const added = after.length - before.length;
  const most = Math.min(before.length, after.length);
  let gain = 0;
  for (let row = 0; row < most; row += 1) gain += weight(before.at(-1 - row), after.at(-1 - row));
  let best = 0;
  let bestGain = gain;
  for (let split = 1; split <= most; split += 1) {
    gain += weight(before[split - 1], after[split - 1]);
    // The row that is above the split now was among those below it.
    gain -=
      added > 0
        ? weight(before[split - 1], after[split - 1 + added])
        : weight(before[split - 1 - added], after[split - 1]);
    if (gain >= bestGain) {
      best = split;
      bestGain = gain;
    }
  }
  return best;
}

function weight(before: string | undefined, after: string | undefined): number {
  return before === after && before !== undefined ? before.length + 1 : 0;
}
