import { nextBoundary, previousBoundary } from "./clusters.ts";
import { replaceText } from "./editor-state.ts";
import type { EditorState } from "./editor-state.ts";
import { addKill, killAt } from "./kill-ring.ts";
import { blankWordStart, lineEnd, lineStart, wordEnd, wordStart } from "./words.ts";

/** Deletes the character before the cursor. */
export function eraseBack(state: EditorState): EditorState {
  return erase(state, previousBoundary(state.text, state.cursor), state.cursor);
}

/** Deletes the character behind the cursor. */
export function eraseForward(state: EditorState): EditorState {
  return erase(state, state.cursor, nextBoundary(state.text, state.cursor));
}

function erase(state: EditorState, from: number, to: number): EditorState {
  const joins = state.last.type === "erase";
  return replaceText(state, { from, to, text: "", last: { type: "erase" }, joins });
}

export function killWordBack(state: EditorState): EditorState {
  return killBack(state, wordStart(state.text, state.cursor));
}

/** Back to a blank. */
export function killBlankWordBack(state: EditorState): EditorState {
  return killBack(state, blankWordStart(state.text, state.cursor));
}

export function killWordForward(state: EditorState): EditorState {
  return killForward(state, wordEnd(state.text, state.cursor));
}

/** To the end of the line; at its end, the line break. */
export function killToLineEnd(state: EditorState): EditorState {
  const end = lineEnd(state.text, state.cursor);
  return killForward(state, end === state.cursor ? nextBoundary(state.text, end) : end);
}

/** To the start of the line; at its start, the line break before it. */
export function killToLineStart(state: EditorState): EditorState {
  const start = lineStart(state.text, state.cursor);
  const isThere = start === state.cursor;
  return killBack(state, isThere ? previousBoundary(state.text, start) : start);
}

function killBack(state: EditorState, from: number): EditorState {
  return kill(state, from, state.cursor, true);
}

function killForward(state: EditorState, to: number): EditorState {
  return kill(state, state.cursor, to, false);
}

/** What is cut out in one go is one entry of the ring. */
function kill(state: EditorState, from: number, to: number, isBefore: boolean): EditorState {
  if (from === to) return state;
  const joins = state.last.type === "kill";
  const kills = addKill(state.kills, state.text.slice(from, to), { joins, isBefore });
  return { ...replaceText(state, { from, to, text: "", last: { type: "kill" } }), kills };
}

/** Puts in what was cut out last. */
export function yank(state: EditorState): EditorState {
  return yankOver(state, { from: state.cursor, to: state.cursor, depth: 0 });
}

/** After a yank: what was cut out before that instead. */
export function yankPop(state: EditorState): EditorState {
  const { last } = state;
  if (last.type !== "yank") return state;
  return yankOver(state, { from: last.from, to: last.to, depth: last.depth + 1 });
}

function yankOver(
  state: EditorState,
  { from, to, depth }: { readonly from: number; readonly to: number; readonly depth: number },
): EditorState {
  const text = killAt(state.kills, depth);
  if (text === undefined) return state;
  const end = from + text.length;
  return replaceText(state, { from, to, text, last: { type: "yank", from, to: end, depth } });
}
