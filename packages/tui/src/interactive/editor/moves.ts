import { nextBoundary, previousBoundary } from "./clusters.ts";
import { moveCursor } from "./editor-state.ts";
import type { EditorState } from "./editor-state.ts";
import { lineEnd, lineStart, wordEnd, wordStart } from "./words.ts";

/** Where the cursor goes, from the text and where it is. */
type Aim = (text: string, cursor: number) => number;

function mover(aim: Aim): (state: EditorState) => EditorState {
  return (state) => moveCursor(state, aim(state.text, state.cursor));
}

export const moveLeft: (state: EditorState) => EditorState = mover(previousBoundary);
export const moveRight: (state: EditorState) => EditorState = mover(nextBoundary);
export const moveWordLeft: (state: EditorState) => EditorState = mover(wordStart);
export const moveWordRight: (state: EditorState) => EditorState = mover(wordEnd);
export const moveToLineStart: (state: EditorState) => EditorState = mover(lineStart);
export const moveToLineEnd: (state: EditorState) => EditorState = mover(lineEnd);
export const moveToTextStart: (state: EditorState) => EditorState = mover(() => 0);
export const moveToTextEnd: (state: EditorState) => EditorState = mover((text) => text.length);
