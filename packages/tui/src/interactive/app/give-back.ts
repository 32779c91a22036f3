import { editorText, withEditorText } from "../editor/editor-state.ts";
import type { AppState } from "./app-state.ts";

/** Puts words back into the editor, in front of what is typed there: nothing that was typed is ever lost. */
export function giveBack(state: AppState, texts: readonly string[]): AppState {
  const typed = editorText(state.editor);
  const all = typed === "" ? texts : [...texts, typed];
  return { ...state, editor: withEditorText(state.editor, all.join("\n\n")) };
}
