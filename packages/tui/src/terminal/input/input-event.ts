/** One key, as the person meant it, whichever of the terminal protocols brought it. */
export interface Key {
  readonly type: "key";
  /**
   * What the key is called: the character in lower case ("a", "?", "你"), or "enter", "tab", "escape", "backspace",
   * "delete", "insert", "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "space", "f1" to "f12".
   */
  readonly name: string;
  /** What it would insert; "" for a key that inserts nothing (Enter and Tab too) and with Ctrl or Alt. */
  readonly text: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

/** Text that came at once: line breaks are `\n`, tabs stay, other control characters are gone. */
export interface Paste {
  readonly type: "paste";
  readonly text: string;
}

/** The terminal's window got or lost the keyboard. */
export interface FocusChange {
  readonly type: "focus";
  readonly isFocused: boolean;
}

export type InputEvent = Key | Paste | FocusChange;

/** What the terminal says about itself: never shown, never taken for a key. */
export interface TerminalReply {
  readonly type: "reply";
  /** The kitty keyboard flags in force, what the device is (DA1), or another report that nobody asked for here. */
  readonly about: "keyboard" | "device" | "other";
  /** The sequence as it came. */
  readonly sequence: string;
}
