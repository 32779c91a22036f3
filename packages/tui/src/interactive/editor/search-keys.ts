import type { InputEvent } from "../../terminal/input/input-event.ts";
import { editAtEnd } from "./edit-at-end.ts";
import type { Edited } from "./edited.ts";
import { replaceText } from "./editor-state.ts";
import type { EditorState } from "./editor-state.ts";
import { newSearch, searchFor, searchOn } from "./reverse-search.ts";
import type { ReverseSearch } from "./reverse-search.ts";

/** Begins to search what was sent before. */
export function beginSearch(state: EditorState): EditorState {
  return { ...state, search: newSearch, menu: undefined, last: { type: "none" } };
}

/**
 * What a key means while the history is searched. Enter, Tab and the arrows take what was found into the editor, where it
 * can be changed or sent; Esc, Ctrl+G and Ctrl+C leave the editor as it was.
 */
export function searchKey(
  state: EditorState,
  search: ReverseSearch,
  event: Exclude<InputEvent, { type: "focus" }>,
): Edited {
  if (event.type === "paste") {
    const [line = ""] = event.text.split("\n", 1);
    return asked(state, search, search.query + line);
  }
  const changed = editAtEnd(search.query, event);
  if (changed !== undefined) return asked(state, search, changed);
  switch (event.ctrl ? `ctrl+${event.name}` : event.name) {
    case "ctrl+r":
    case "up":
    case "ctrl+p":
      return found(state, searchOn(search, -1, state.walk, state.pastes));
    case "ctrl+s":
    case "down":
    case "ctrl+n":
      return found(state, searchOn(search, 1, state.walk, state.pastes));
    case "escape":
    case "ctrl+g":
    case "ctrl+c":
      return { state: { ...state, search: undefined }, isHandled: true };
    case "enter":
    case "tab":
    case "left":
    case "right":
    case "home":
    case "end":
    case "ctrl+a":
    case "ctrl+e":
    case "ctrl+j":
      return { state: takeFound(state, search), isHandled: true };
    default:
      return { state, isHandled: true };
  }
}

function asked(state: EditorState, search: ReverseSearch, query: string): Edited {
  return found(state, searchFor(search, query, state.walk, state.pastes));
}

function found(state: EditorState, search: ReverseSearch): Edited {
  return { state: { ...state, search }, isHandled: true };
}

function takeFound(state: EditorState, { at }: ReverseSearch): EditorState {
  const closed: EditorState = { ...state, search: undefined };
  const text = at === undefined ? undefined : state.walk.entries[at];
  if (at === undefined || text === undefined) return closed;
  const left = new Map(state.walk.left).set(state.walk.at, state.text);
  const walked: EditorState = { ...closed, walk: { ...state.walk, at, left } };
  return replaceText(walked, { from: 0, to: state.text.length, text });
}
