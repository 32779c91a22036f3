import { cellsOf } from "../text/cells.ts";
import { escapeCharacter, sequencePattern, stripSequences } from "../text/escape.ts";
import { fitText } from "../text/fit.ts";
import { Pen } from "../text/pen.ts";
import { displayWidth, isNarrowText } from "../text/width.ts";

// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u001f\u007f-\u009f]/;

/**
 * The line as it may be written: no control character outside a sequence, no wider than `columns`, every style closed.
 * A wrong line is put right, or, when `strict`, an error that says what is wrong.
 */
export function checkedLine(line: string, columns: number, strict: boolean): string {
  const visible = stripSequences(line);
  if (isNarrowText(visible) && visible.length <= columns) return closedLine(line);
  if (strict) refuseWrongLine(line, columns);
  return closedLine(fitText(withoutControls(line), columns));
}

function refuseWrongLine(line: string, columns: number): void {
  const width = displayWidth(line);
  if (width > columns)
    throw new Error(
      `a line of ${width} columns was to be shown on a screen of ${columns}: wrap or fit it: ${JSON.stringify(line)}`,
    );
  if (controls.test(stripSequences(line)))
    throw new Error(
      `a line with control characters was to be shown: clean it first: ${JSON.stringify(line)}`,
    );
}

function withoutControls(line: string): string {
  return controls.test(stripSequences(line))
    ? cellsOf(line)
        .map((cell) => cell.text)
        .join("")
    : line;
}

function closedLine(line: string): string {
  if (!line.includes(escapeCharacter)) return line;
  const pen = new Pen();
  for (const sequence of line.match(sequencePattern) ?? []) pen.pass(sequence);
  return line + pen.close();
}
