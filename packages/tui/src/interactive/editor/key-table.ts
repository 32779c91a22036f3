import type { Key } from "../../terminal/input/input-event.ts";
import {
  eraseBack,
  eraseForward,
  killBlankWordBack,
  killToLineEnd,
  killToLineStart,
  killWordBack,
  killWordForward,
  yank,
  yankPop,
} from "./deletions.ts";
import type { EditorState } from "./editor-state.ts";
import {
  moveLeft,
  moveRight,
  moveToLineEnd,
  moveToLineStart,
  moveToTextEnd,
  moveToTextStart,
  moveWordLeft,
  moveWordRight,
} from "./moves.ts";
import { moveDown, movePage, moveToRowEnd, moveToRowStart, moveUp } from "./row-moves.ts";
import { beginSearch } from "./search-keys.ts";
import { breakLine, redo, undo } from "./typing.ts";

/** What a key does to the text. `width`: that of the editor on the screen, in cells. */
export type KeyEdit = (state: EditorState, width: number) => EditorState;

/** Keys by name; several keys may do the same, since not every terminal has each. */
const keys: readonly (readonly [names: string, edit: KeyEdit])[] = [
  ["left ctrl+b", moveLeft],
  ["right ctrl+f", moveRight],
  ["up ctrl+p", moveUp],
  ["down ctrl+n", moveDown],
  ["alt+b alt+left ctrl+left", moveWordLeft],
  ["alt+f alt+right ctrl+right", moveWordRight],
  ["ctrl+a", moveToLineStart],
  ["ctrl+e", moveToLineEnd],
  ["home", moveToRowStart],
  ["end", moveToRowEnd],
  ["ctrl+home alt+<", moveToTextStart],
  ["ctrl+end alt+>", moveToTextEnd],
  ["pageup", (state, width) => movePage(state, -1, width)],
  ["pagedown", (state, width) => movePage(state, 1, width)],
  ["backspace shift+backspace ctrl+h", eraseBack],
  ["delete ctrl+d", eraseForward],
  ["alt+backspace ctrl+backspace", killWordBack],
  ["ctrl+w", killBlankWordBack],
  ["alt+d ctrl+delete alt+delete", killWordForward],
  ["ctrl+k", killToLineEnd],
  ["ctrl+u", killToLineStart],
  ["ctrl+y", yank],
  ["alt+y", yankPop],
  ["ctrl+_ ctrl+/ ctrl+- ctrl+shift+_", undo],
  ["alt+_ ctrl+alt+_ ctrl+shift+z ctrl+alt+/", redo],
  ["shift+enter ctrl+enter ctrl+j", breakLine],
  ["ctrl+r", beginSearch],
];

const editsByName: ReadonlyMap<string, KeyEdit> = new Map(
  keys.flatMap(([names, edit]) => names.split(" ").map((name) => [name, edit] as const)),
);

/** What the key does; undefined when it does nothing to the text by itself. */
export function editOfKey(key: Key): KeyEdit | undefined {
  return editsByName.get(keyName(key));
}

/** The key with its modifiers, such as `ctrl+shift+z`. Shift only counts where the character does not tell it already. */
export function keyName({ name, ctrl, alt, shift }: Key): string {
  const isMark = name.length === 1 && !/\p{L}/u.test(name);
  const counts = shift && !(isMark && !ctrl);
  return `${ctrl ? "ctrl+" : ""}${alt ? "alt+" : ""}${counts ? "shift+" : ""}${name}`;
}
