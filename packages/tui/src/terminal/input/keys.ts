import type { Key } from "./input-event.ts";

/** The modifiers of a key. */
export interface Modifiers {
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  readonly shift?: boolean;
}

/** A key that has a name and inserts nothing. */
export function namedKey(name: string, modifiers: Modifiers = {}): Key {
  const { ctrl = false, alt = false, shift = false } = modifiers;
  return { type: "key", name, text: "", ctrl, alt, shift };
}

/** A key that inserts what it is called, unless Ctrl or Alt is down. */
export function characterKey(character: string, modifiers: Modifiers = {}): Key {
  const { ctrl = false, alt = false, shift = false } = modifiers;
  const lower = character.toLowerCase();
  return {
    type: "key",
    name: character === " " ? "space" : lower,
    text: ctrl || alt ? "" : character,
    ctrl,
    alt,
    shift: shift || (lower !== character && !ctrl),
  };
}

/** The key behind a control character (code below 32, or 127). */
export function controlKey(code: number, modifiers: Modifiers = {}): Key {
  switch (code) {
    case 0:
      return namedKey("space", { ...modifiers, ctrl: true });
    case 8:
    case 127:
      return namedKey("backspace", modifiers);
    case 9:
      return namedKey("tab", modifiers);
    case 13:
      return namedKey("enter", modifiers);
    case 27:
      return namedKey("escape", modifiers);
    default:
      // The terminal sends the character's code less 64.
      return namedKey(String.fromCodePoint(code + 64).toLowerCase(), { ...modifiers, ctrl: true });
  }
}

/** The modifiers as terminals number them: 1 and a bit each for Shift, Alt, Ctrl, Super, Hyper and Meta. */
export function modifiersOf(parameter: string | undefined): Modifiers & { isForeign: boolean } {
  const bits = Math.max(0, (Number.parseInt(parameter ?? "", 10) || 1) - 1);
  return {
    shift: (bits & 1) !== 0,
    alt: (bits & 2) !== 0 || (bits & 32) !== 0,
    ctrl: (bits & 4) !== 0,
    isForeign: (bits & 8) !== 0 || (bits & 16) !== 0,
  };
}

/** Keys by the last character of `CSI … X` and `SS3 X`. */
export const keysByFinal: ReadonlyMap<string, string> = new Map([
  ["A", "up"],
  ["B", "down"],
  ["C", "right"],
  ["D", "left"],
  ["F", "end"],
  ["H", "home"],
  ["P", "f1"],
  ["Q", "f2"],
  ["S", "f4"],
]);

/** Keys by the number of `CSI number ~`. */
export const keysByNumber: ReadonlyMap<number, string> = new Map([
  [1, "home"],
  [2, "insert"],
  [3, "delete"],
  [4, "end"],
  [5, "pageup"],
  [6, "pagedown"],
  [7, "home"],
  [8, "end"],
  [11, "f1"],
  [12, "f2"],
  [13, "f3"],
  [14, "f4"],
  [15, "f5"],
  [17, "f6"],
  [18, "f7"],
  [19, "f8"],
  [20, "f9"],
  [21, "f10"],
  [23, "f11"],
  [24, "f12"],
]);

/** Keys by the number of the kitty protocol's private range: the number block. */
export const numberBlockKeys: ReadonlyMap<number, string> = new Map([
  ...Array.from({ length: 10 }, (_, digit): [number, string] => [57_399 + digit, String(digit)]),
  [57_409, "."],
  [57_410, "/"],
  [57_411, "*"],
  [57_412, "-"],
  [57_413, "+"],
  [57_414, "enter"],
  [57_415, "="],
  [57_416, ","],
  [57_417, "left"],
  [57_418, "right"],
  [57_419, "up"],
  [57_420, "down"],
  [57_421, "pageup"],
  [57_422, "pagedown"],
  [57_423, "home"],
  [57_424, "end"],
  [57_425, "insert"],
  [57_426, "delete"],
]);
