import type { InputEvent, Key } from "../../terminal/input/input-event.ts";
import type { Edited } from "./edited.ts";
import type { EditorAction, EditorState } from "./editor-state.ts";
import { editOfKey, keyName } from "./key-table.ts";
import { askForMenu, followMenu, menuKey } from "./menu-keys.ts";
import { searchKey } from "./search-keys.ts";
import { breakAtBackslash, pasteText, typeText, undo } from "./typing.ts";

/** Keys behind Ctrl+X. */
const externalEditor: EditorAction = { type: "external-editor" };

/**
 * What the editor becomes by a key or a paste, and what that asks for. `width` is that of the editor on the screen, in
 * cells: Up and Down go by the rows that are seen. A key the editor has no use for leaves it as it is.
 */
export function editText(state: EditorState, event: InputEvent, width: number = 80): Edited {
  if (event.type === "focus") return { state, isHandled: false };
  if (state.search) return searchKey(state, state.search, event);
  if (event.type === "paste") return handled(state, pasteText(unprefixed(state), event.text));
  if (state.isPrefixed) return prefixedKey(unprefixed(state), event, width);
  if (state.menu) {
    const edited = menuKey(state, state.menu, event);
    if (edited) return edited;
  }
  return plainKey(state, event, width);
}

function plainKey(state: EditorState, key: Key, width: number): Edited {
  const edited = keyOfName(state, keyName(key));
  if (edited) return edited;
  if (key.name === "d" && key.ctrl && state.text === "") return { state, isHandled: false };
  const edit = editOfKey(key);
  if (edit) return handled(state, edit(state, width));
  if (key.text !== "" && !key.ctrl && !key.alt) return handled(state, typeText(state, key.text));
  return { state, isHandled: false };
}

/** Keys that do more than change the text; undefined for any other. */
function keyOfName(state: EditorState, name: string): Edited | undefined {
  switch (name) {
    case "enter": {
      const broken = breakAtBackslash(state);
      return broken ? handled(state, broken) : acted(state, { type: "submit" });
    }
    case "alt+enter":
      return acted(state, { type: "follow-up" });
    case "ctrl+g":
      return acted(state, externalEditor);
    case "ctrl+x":
      return { state: { ...state, isPrefixed: true }, isHandled: true };
    case "tab": {
      const asking = askForMenu(state);
      return { state: asking ?? state, isHandled: asking !== undefined };
    }
    default:
      return undefined;
  }
}

/** A key that means nothing behind Ctrl+X means what it always does: no character is lost. */
function prefixedKey(state: EditorState, key: Key, width: number): Edited {
  if (key.ctrl && key.name === "e") return acted(state, externalEditor);
  if (key.ctrl && key.name === "u") return handled(state, undo(state));
  if (key.name === "escape" || (key.ctrl && key.name === "x")) return { state, isHandled: true };
  return plainKey(state, key, width);
}

function unprefixed(state: EditorState): EditorState {
  return state.isPrefixed ? { ...state, isPrefixed: false } : state;
}

function handled(before: EditorState, after: EditorState): Edited {
  return { state: followMenu(before, after), isHandled: true };
}

function acted(state: EditorState, action: EditorAction): Edited {
  return { state: { ...state, menu: undefined, last: { type: "none" } }, action, isHandled: true };
}
