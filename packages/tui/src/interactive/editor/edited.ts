import type { EditorAction, EditorState } from "./editor-state.ts";

/** What a key did. */
export interface Edited {
  readonly state: EditorState;
  readonly action?: EditorAction | undefined;
  /** False for a key that means nothing to the editor: it is free for something else. */
  readonly isHandled: boolean;
}
