import { replaceText } from "./editor-state.ts";
import type { EditorState } from "./editor-state.ts";
import { takeIn, takeInPaste } from "./pastes.ts";
import { redoChange, undoChange } from "./undo.ts";
import type { Undone } from "./undo.ts";

/** Puts in what a key types. Words are undone one by one, with the blanks behind them. */
export function typeText(state: EditorState, raw: string): EditorState {
  const { text, pastes } = takeIn(state.pastes, raw);
  const { cursor } = state;
  const startsWord = /\s/.test(state.text.slice(cursor - 1, cursor)) && !/^\s/.test(text);
  const joins = state.last.type === "type" && !startsWord;
  const typed = { from: cursor, to: cursor, text, last: { type: "type" }, joins } as const;
  return replaceText({ ...state, pastes }, typed);
}

/** Puts in what was pasted: a long text as a placeholder. */
export function pasteText(state: EditorState, raw: string): EditorState {
  const { text, pastes } = takeInPaste(state.pastes, raw);
  const { cursor } = state;
  return replaceText({ ...state, pastes }, { from: cursor, to: cursor, text });
}

export function breakLine(state: EditorState): EditorState {
  const { cursor } = state;
  return replaceText(state, { from: cursor, to: cursor, text: "\n" });
}

/**
 * Where an Enter that follows a backslash breaks the line instead of sending: in any terminal. Undefined without one; two
 * backslashes are one that is meant.
 */
export function breakAtBackslash(state: EditorState): EditorState | undefined {
  const { text, cursor } = state;
  let from = cursor;
  while (text[from - 1] === "\\") from -= 1;
  if ((cursor - from) % 2 === 0) return undefined;
  return replaceText(state, { from: cursor - 1, to: cursor, text: "\n" });
}

export function undo(state: EditorState): EditorState {
  return withUndone(state, undoChange(state.text, state.undo));
}

export function redo(state: EditorState): EditorState {
  return withUndone(state, redoChange(state.text, state.undo));
}

function withUndone(state: EditorState, undone: Undone | undefined): EditorState {
  if (!undone) return state;
  const { text, cursor, log } = undone;
  return { ...state, text, cursor, undo: log, last: { type: "none" } };
}
