import type { InputEvent, Key } from "../../../src/terminal/input/input-event.ts";
import { characterKey, namedKey } from "../../../src/terminal/input/keys.ts";
import { editText } from "../../../src/interactive/editor/edit-text.ts";
import type { EditorState } from "../../../src/interactive/editor/editor-state.ts";

/** A key by its name, such as `ctrl+shift+z` or `a`. */
export function key(name: string): Key {
  const parts = name.split("+");
  const last = name.endsWith("+") ? "+" : (parts.at(-1) ?? "");
  const modifiers = {
    ctrl: parts.includes("ctrl"),
    alt: parts.includes("alt"),
    shift: parts.includes("shift"),
  };
  return Array.from(last).length === 1 ? characterKey(last, modifiers) : namedKey(last, modifiers);
}

/** Types each character by itself; a line break is Ctrl+J. */
export function typed(text: string): readonly Key[] {
  return Array.from(text, (character) =>
    character === "\n" ? key("ctrl+j") : characterKey(character),
  );
}

export function pasted(text: string): InputEvent {
  return { type: "paste", text };
}

/** The editor after some keys: names, or events as they are. */
export function press(
  state: EditorState,
  events: readonly (string | InputEvent)[],
  width: number = 80,
): EditorState {
  let after = state;
  for (const event of events)
    after = editText(after, typeof event === "string" ? key(event) : event, width).state;
  return after;
}

/** The text with `|` where the cursor is. */
export function seen({ text, cursor }: EditorState): string {
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}
