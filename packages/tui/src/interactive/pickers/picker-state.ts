import type { InputEvent } from "../../terminal/input/input-event.ts";
import { cleanLine } from "../../terminal/text/clean.ts";
import { fuzzyTarget, rank } from "../completion/fuzzy.ts";
import { editAtEnd } from "../editor/edit-at-end.ts";

/** One thing to choose. */
export interface PickerItem<Value> {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly value: Value;
}

/** A list to choose from. A value: keys make new ones. */
export interface PickerState<Value> {
  readonly title: string;
  readonly items: readonly PickerItem<Value>[];
  /** What was typed to narrow the list. */
  readonly query: string;
  /** The items that fit, best first. */
  readonly shown: readonly PickerItem<Value>[];
  /** An index of `shown`. */
  readonly selected: number;
}

export interface PickerOptions<Value> {
  readonly title: string;
  readonly items: readonly PickerItem<Value>[];
  /** The value that is chosen at first. Default: the first item's. */
  readonly selected?: Value | undefined;
}

/** What a key did. */
export type PickOutcome<Value> =
  | { readonly kind: "open"; readonly state: PickerState<Value> }
  | { readonly kind: "picked"; readonly value: Value }
  | { readonly kind: "cancelled" };

/** As many items Page Up and Page Down move. */
const pageItems = 8;

/** A list with nothing typed yet. */
export function openPicker<Value>(options: PickerOptions<Value>): PickerState<Value> {
  const { title, items, selected } = options;
  const at = items.findIndex(({ value }) => value === selected);
  return { title, items, query: "", shown: items, selected: Math.max(0, at) };
}

/**
 * What a key or a paste does: characters narrow the list, arrows and page keys move, Enter picks, Esc (and Ctrl+C, Ctrl+G)
 * gives up. Any other key does nothing.
 */
export function pickWith<Value>(state: PickerState<Value>, event: InputEvent): PickOutcome<Value> {
  if (event.type === "focus") return open(state);
  if (event.type === "paste") return open(narrowed(state, state.query + event.text));
  const query = editAtEnd(state.query, event);
  if (query !== undefined) return open(narrowed(state, query));
  const last = state.shown.length - 1;
  switch (event.ctrl ? `ctrl+${event.name}` : event.name) {
    case "enter": {
      const chosen = state.shown[state.selected];
      return chosen ? { kind: "picked", value: chosen.value } : open(state);
    }
    case "escape":
    case "ctrl+c":
    case "ctrl+g":
      return { kind: "cancelled" };
    case "up":
    case "ctrl+p":
      return open(choose(state, state.selected === 0 ? last : state.selected - 1));
    case "down":
    case "ctrl+n":
    case "tab":
      return open(choose(state, state.selected === last ? 0 : state.selected + 1));
    case "pageup":
      return open(choose(state, state.selected - pageItems));
    case "pagedown":
      return open(choose(state, state.selected + pageItems));
    case "home":
      return open(choose(state, 0));
    case "end":
      return open(choose(state, last));
    default:
      return open(state);
  }
}

function narrowed<Value>(state: PickerState<Value>, typed: string): PickerState<Value> {
  const query = cleanLine(typed);
  if (query === state.query) return state;
  return { ...state, query, shown: fitting(state.items, query), selected: 0 };
}

function fitting<Value>(
  items: readonly PickerItem<Value>[],
  query: string,
): readonly PickerItem<Value>[] {
  return rank(query, items, ({ label, detail = "" }) => fuzzyTarget(`${label} ${detail}`));
}

function choose<Value>(state: PickerState<Value>, index: number): PickerState<Value> {
  const selected = Math.max(0, Math.min(index, state.shown.length - 1));
  return { ...state, selected };
}

function open<Value>(state: PickerState<Value>): PickOutcome<Value> {
  return { kind: "open", state };
}
