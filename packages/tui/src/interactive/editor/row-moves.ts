import { moveCursor, replaceText } from "./editor-state.ts";
import type { EditorState } from "./editor-state.ts";
import { textColumns } from "./editor-width.ts";
import { walkBy } from "./prompt-walk.ts";
import { layoutText, offsetAt, positionAt, rowRange } from "./text-layout.ts";
import type { TextLayout } from "./text-layout.ts";
import { lineEnd, lineStart } from "./words.ts";

/** As many rows Page Up and Page Down move. */
const pageRows = 8;

/** The text in the rows that an editor of that width shows. */
export function layoutAt(
  { text, pastes }: EditorState,
  width: number,
  earlier?: TextLayout,
): TextLayout {
  return layoutText({ text, pastes, columns: textColumns(width) }, earlier);
}

/**
 * A row up; from the first one to its start, and from there to what was sent before. While the history is walked through
 * and nothing else was pressed, straight to what was sent before.
 */
export function moveUp(state: EditorState, width: number): EditorState {
  if (state.last.type === "walk" || state.text === "") return walkHistory(state, -1) ?? state;
  return moveRows(state, -1, width) ?? leaveTop(state);
}

function leaveTop(state: EditorState): EditorState {
  if (state.cursor > 0) return moveCursor(state, 0);
  return walkHistory(state, -1) ?? state;
}

/** A row down; from the last one to its end, and from there to what was sent later, at last to the draft. */
export function moveDown(state: EditorState, width: number): EditorState {
  if (state.last.type === "walk") return walkHistory(state, 1) ?? state;
  return moveRows(state, 1, width) ?? leaveBottom(state);
}

function leaveBottom(state: EditorState): EditorState {
  if (state.cursor < state.text.length) return moveCursor(state, state.text.length);
  return walkHistory(state, 1) ?? state;
}

/** Some rows up or down, at most to the first or last one. */
export function movePage(state: EditorState, direction: -1 | 1, width: number): EditorState {
  return moveRows(state, direction * pageRows, width) ?? state;
}

/** The start of the row, or of the line for one who is there. */
export function moveToRowStart(state: EditorState, width: number): EditorState {
  const layout = layoutAt(state, width, state.layout);
  const { from } = rowRange(layout, positionAt(layout, state.cursor).row);
  const to = from === state.cursor ? lineStart(state.text, state.cursor) : from;
  return { ...moveCursor(state, to), layout };
}

/** The end of the row, or of the line for one who is there. */
export function moveToRowEnd(state: EditorState, width: number): EditorState {
  const layout = layoutAt(state, width, state.layout);
  const end = offsetAt(layout, positionAt(layout, state.cursor).row, Infinity);
  const to = end === state.cursor ? lineEnd(state.text, state.cursor) : end;
  return { ...moveCursor(state, to), layout };
}

/** Keeps to the column where the first of several moves began. Undefined when there is no row in that direction. */
function moveRows(state: EditorState, rows: number, width: number): EditorState | undefined {
  const layout = layoutAt(state, width, state.layout);
  const { row, column } = positionAt(layout, state.cursor);
  const target = Math.max(0, layout.count(row + rows + 1) - 1);
  if (target === row) return undefined;
  const aim = state.last.type === "rows" ? state.last.column : column;
  const cursor = offsetAt(layout, target, aim);
  return { ...moveCursor(state, cursor, { type: "rows", column: aim }), layout };
}

/** Puts what was sent before (`-1`) or later (`1`) in the text's place; undefined when there is none. */
function walkHistory(state: EditorState, steps: -1 | 1): EditorState | undefined {
  const step = walkBy(state.walk, steps, state.text);
  if (!step) return undefined;
  const { walk, text } = step;
  const whole = { from: 0, to: state.text.length, text, last: { type: "walk" } } as const;
  return { ...replaceText(state, whole), walk };
}
