import type { CompletionMenu } from "../completion/completion-menu.ts";
import { snapForward } from "./clusters.ts";
import { emptyKillRing } from "./kill-ring.ts";
import type { KillRing } from "./kill-ring.ts";
import { fillIn, noPastes, takeBack, takeIn } from "./pastes.ts";
import type { Pastes } from "./pastes.ts";
import { addToHistory, emptyHistory, withOlder } from "./prompt-walk.ts";
import type { PromptWalk } from "./prompt-walk.ts";
import type { ReverseSearch } from "./reverse-search.ts";
import type { TextLayout } from "./text-layout.ts";
import { applyChange, emptyUndoLog, recordChange } from "./undo.ts";
import type { UndoLog } from "./undo.ts";

/** What the last key did, as far as the next one goes on with it. */
export type LastEdit =
  | { readonly type: "none" | "type" | "erase" | "kill" | "walk" | "ask" }
  /** The text between two offsets was put there by a yank, from `depth` steps back in the ring. */
  | { readonly type: "yank"; readonly from: number; readonly to: number; readonly depth: number }
  /** Up and Down aim at this column. */
  | { readonly type: "rows"; readonly column: number };

/** Everything about the text that a person writes. A value: keys make new ones. */
export interface EditorState {
  /** With one code point for each long paste. */
  readonly text: string;
  /** An offset in `text`, always between two characters. */
  readonly cursor: number;
  readonly pastes: Pastes;
  readonly undo: UndoLog;
  readonly kills: KillRing;
  readonly walk: PromptWalk;
  readonly last: LastEdit;
  /** The rows that a key last asked for: those of the next text are found from them. */
  readonly layout?: TextLayout | undefined;
  /** The history is being searched. */
  readonly search?: ReverseSearch | undefined;
  /** What may be put at the cursor. */
  readonly menu?: CompletionMenu | undefined;
  /** Where the word begins that nothing is offered for, since the menu was closed by hand. */
  readonly dismissed?: number | undefined;
  /** Ctrl+X was pressed: the next key says what for. */
  readonly isPrefixed: boolean;
}

/** What a key asks of whoever holds the editor. The text stays until `clearedEditor`. */
export type EditorAction =
  /** Enter. */
  | { readonly type: "submit" }
  /** Alt+Enter. */
  | { readonly type: "follow-up" }
  /** Ctrl+G, Ctrl+X Ctrl+E: `editExternally`, then `withEditorText`. */
  | { readonly type: "external-editor" };

/** A replacement in the text. */
export interface Replacement {
  readonly from: number;
  readonly to: number;
  /** Fit for the editor: see `takeIn`. */
  readonly text: string;
  /** Where the cursor goes. Default: behind the new text. */
  readonly cursor?: number | undefined;
  /** What it counts as for the next key. */
  readonly last?: LastEdit | undefined;
  /** It can be taken back together with the change before it. */
  readonly joins?: boolean | undefined;
}

/** An editor in which nothing was written yet. */
export function emptyEditor(): EditorState {
  return {
    text: "",
    cursor: 0,
    pastes: noPastes(),
    undo: emptyUndoLog(),
    kills: emptyKillRing(),
    walk: emptyHistory(),
    last: { type: "none" },
    isPrefixed: false,
  };
}

/** The whole text, with the pastes that placeholders stand for. */
export function editorText({ text, pastes }: EditorState): string {
  return fillIn(pastes, text);
}

/**
 * The editor with another text, the cursor at its end; it can be undone. Pastes that are in it unchanged are shown as
 * placeholders again.
 */
export function withEditorText(state: EditorState, raw: string): EditorState {
  const { text, pastes } = takeBack(state.pastes, state.text, raw);
  const closed: EditorState = { ...state, pastes, menu: undefined, search: undefined };
  return text === state.text
    ? closed
    : replaceText(closed, { from: 0, to: state.text.length, text });
}

/**
 * The editor once its text was sent or thrown away: empty, the text the newest of the history, nothing to undo. What was
 * cut out stays in the kill ring.
 */
export function clearedEditor(state: EditorState): EditorState {
  return {
    ...emptyEditor(),
    pastes: state.pastes,
    kills: state.kills,
    walk: addToHistory(state.walk, state.text),
  };
}

/** The editor with what was sent in earlier sessions, oldest first: Up and Ctrl+R find it. */
export function withHistory(state: EditorState, texts: readonly string[]): EditorState {
  let { pastes } = state;
  const older = texts.map((raw) => {
    const taken = takeIn(pastes, raw);
    pastes = taken.pastes;
    return taken.text;
  });
  return { ...state, pastes, walk: withOlder(state.walk, older) };
}

/** Makes a replacement: the one way in which the text changes, but for undo and redo. */
export function replaceText(state: EditorState, replacement: Replacement): EditorState {
  const { from, to, text: inserted, last = { type: "none" }, joins = false } = replacement;
  const removed = state.text.slice(from, to);
  if (removed === "" && inserted === "") return { ...state, last };
  const draft = { at: from, removed, inserted };
  const text = applyChange(state.text, { ...draft, cursorBefore: 0, cursorAfter: 0 });
  const cursor = snapForward(text, replacement.cursor ?? from + inserted.length);
  const change = { ...draft, cursorBefore: state.cursor, cursorAfter: cursor };
  return { ...state, text, cursor, undo: recordChange(state.undo, change, joins), last };
}

/** Moves the cursor to an offset between two characters. */
export function moveCursor(
  state: EditorState,
  cursor: number,
  last: LastEdit = { type: "none" },
): EditorState {
  return { ...state, cursor, last };
}
