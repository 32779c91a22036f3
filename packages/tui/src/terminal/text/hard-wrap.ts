import { stripSequences } from "./escape.ts";
import { hardWrapCells } from "./hard-wrap-cells.ts";
import { Pen } from "./pen.ts";
import { SequenceWalk } from "./sequence-walk.ts";
import { displayWidth, isNarrowText } from "./width.ts";

/** One styled line cut into lines of at most `width` columns, wherever that is: every space stays, as code needs it. */
export function hardWrap(line: string, width: number): readonly string[] {
  const columns = Math.max(1, Math.floor(width));
  if (displayWidth(line) <= columns) return [line];
  const visible = stripSequences(line);
  return isNarrowText(visible)
    ? hardWrapNarrow(line, visible.length, columns)
    : hardWrapCells(line, columns);
}

/** What `hardWrapCells` does, for a line whose visible text is narrow and has `size` characters. */
function hardWrapNarrow(line: string, size: number, columns: number): readonly string[] {
  const lines: string[] = [];
  const pen = new Pen();
  const walk = new SequenceWalk(line, pen);
  for (let start = 0; start < size; start += columns) {
    const end = Math.min(start + columns, size);
    const open = pen.open();
    const from = walk.placeOf(start);
    walk.passTo(end);
    lines.push(open + line.slice(from, walk.placeOf(end)) + pen.close());
  }
  return lines;
}
