import type { Key } from "../../terminal/input/input-event.ts";
import {
  isSameRequest,
  moveSelection,
  narrowMenu,
  openMenu,
} from "../completion/completion-menu.ts";
import type { CompletionItem, CompletionMenu } from "../completion/completion-menu.ts";
import { completionRequest } from "../completion/completion-request.ts";
import type { CompletionRequest } from "../completion/completion-request.ts";
import type { Edited } from "./edited.ts";
import { replaceText } from "./editor-state.ts";
import type { EditorState } from "./editor-state.ts";

/** Items of one step with Page Up and Page Down. */
const pageItems = 8;

/**
 * What should be offered at the cursor; undefined for nothing. Files and commands are offered while they are typed,
 * paths behind `!` when Tab asks for them.
 */
export function wantedCompletion(state: EditorState): CompletionRequest | undefined {
  const { last, menu, search, text, cursor, dismissed } = state;
  const isTyping = last.type === "type" || last.type === "erase";
  if (search || !(isTyping || menu || last.type === "ask")) return undefined;
  const request = completionRequest(text, cursor);
  if (!request || request.from === dismissed) return undefined;
  if (request.kind === "path" && !menu && last.type !== "ask") return undefined;
  return request;
}

/** Shows the answer to a request, if it is still what is wanted. The only answer to Tab is put in at once. */
export function offerCompletions(
  state: EditorState,
  request: CompletionRequest,
  items: readonly CompletionItem[],
): EditorState {
  if (!isSameRequest(wantedCompletion(state), request)) return state;
  const [only] = items;
  if (state.last.type === "ask" && only && items.length === 1)
    return acceptItem(state, request, only);
  const menu = openMenu(request, items, state.menu);
  return menu || state.menu ? { ...state, menu } : state;
}

/** What a key means while something is offered; undefined for a key that means what it always does. */
export function menuKey(state: EditorState, menu: CompletionMenu, key: Key): Edited | undefined {
  if (key.alt || key.shift) return undefined;
  switch (key.ctrl ? `ctrl+${key.name}` : key.name) {
    case "up":
    case "ctrl+p":
      return moved(state, menu, -1);
    case "down":
    case "ctrl+n":
      return moved(state, menu, 1);
    case "pageup":
      return moved(state, menu, -Math.min(pageItems, menu.selected));
    case "pagedown":
      return moved(state, menu, Math.min(pageItems, menu.items.length - 1 - menu.selected));
    case "escape":
    case "ctrl+g":
      return {
        state: { ...state, menu: undefined, dismissed: menu.request.from },
        isHandled: true,
      };
    case "tab":
      return accept(state, menu, menu.items[Math.max(0, menu.selected)]);
    case "enter":
      return enter(state, menu);
    default:
      return undefined;
  }
}

/** Without a menu Tab asks for one, where there may be something to offer. */
export function askForMenu(state: EditorState): EditorState | undefined {
  const request = completionRequest(state.text, state.cursor);
  if (!request) return undefined;
  return { ...state, dismissed: undefined, last: { type: "ask" } };
}

/** The menu after another key: it follows what is typed, and closes when the cursor goes elsewhere. */
export function followMenu(before: EditorState, after: EditorState): EditorState {
  if (before.text === after.text && before.cursor === after.cursor) return after;
  const { menu, last, dismissed } = after;
  const isTyping = last.type === "type" || last.type === "erase";
  const request = completionRequest(after.text, after.cursor);
  const next = isTyping && menu && request ? narrowMenu(menu, request) : undefined;
  const stays = dismissed !== undefined && request?.from === dismissed && isTyping;
  return { ...after, menu: next, dismissed: stays ? dismissed : undefined };
}

function moved(state: EditorState, menu: CompletionMenu, steps: number): Edited {
  return { state: { ...state, menu: moveSelection(menu, steps) }, isHandled: true };
}

function accept(
  state: EditorState,
  menu: CompletionMenu,
  item: CompletionItem | undefined,
): Edited | undefined {
  if (!item) return undefined;
  return { state: acceptItem(state, menu.request, item), isHandled: true };
}

/** What is typed in full already needs no completing: Enter sends it. */
function enter(state: EditorState, menu: CompletionMenu): Edited | undefined {
  const item = menu.items[menu.selected];
  const typed = state.text.slice(menu.request.from, state.cursor);
  if (!item || typed === item.insert) return undefined;
  const accepted = accept(state, menu, item);
  if (!accepted || item.isSent !== true) return accepted;
  const { text } = accepted.state;
  const isAll = menu.request.from === 0 || menu.request.kind === "argument";
  return isAll && !text.includes("\n") ? { ...accepted, action: { type: "submit" } } : accepted;
}

function acceptItem(
  state: EditorState,
  request: CompletionRequest,
  item: CompletionItem,
): EditorState {
  const { from } = request;
  const to = state.cursor;
  const hasBlank = /^\s/.test(state.text.slice(to, to + 1));
  const blank = item.isWhole && !hasBlank ? " " : "";
  // What comes next is offered too: the inside of a folder, or what may follow a command.
  const goesOn = !item.isWhole || request.kind === "command";
  const last = { type: goesOn ? "type" : "none" } as const;
  return { ...replaceText(state, { from, to, text: item.insert + blank, last }), menu: undefined };
}
