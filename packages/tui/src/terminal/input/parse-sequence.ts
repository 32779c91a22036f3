import type { InputEvent, TerminalReply } from "./input-event.ts";
import {
  characterKey,
  controlKey,
  keysByFinal,
  keysByNumber,
  modifiersOf,
  namedKey,
  numberBlockKeys,
} from "./keys.ts";
import type { Modifiers } from "./keys.ts";

/** What a whole sequence means; `undefined` for one that means nothing here (the mouse, a key let go). */
export type SequenceMeaning = InputEvent | TerminalReply | undefined;

// oxlint-disable-next-line no-control-regex
const controlSequence = /^\u001b\[([<=>?]?)([\d;:]*)([ -/]*)([@-~])$/;

/** What one whole sequence (ESC and all that belongs to it) means. `isAlt`: another ESC came before it. */
export function parseSequence(sequence: string, isAlt: boolean): SequenceMeaning {
  const extra: Modifiers = isAlt ? { alt: true } : {};
  if (sequence.startsWith("\u001bO")) return parseKeypad(sequence, extra);
  if (sequence.startsWith("\u001b[[")) return functionKey(sequence.charCodeAt(3) - 64, extra);
  const parts = controlSequence.exec(sequence);
  // Strings (OSC, DCS, APC …) come only as answers.
  if (!parts) return sequence.startsWith("\u001b[") ? undefined : reply("other", sequence);
  const [, mark = "", parameters = "", between = "", final = ""] = parts;
  if (mark !== "" || between !== "") return parseReply(sequence, mark, final);
  return parseControlSequence(sequence, parameters.split(";"), final, extra);
}

function parseReply(sequence: string, mark: string, final: string): SequenceMeaning {
  if (mark === "<") return undefined; // The mouse.
  if (mark === "?" && final === "u") return reply("keyboard", sequence);
  return reply(mark === "?" && final === "c" ? "device" : "other", sequence);
}

function parseControlSequence(
  sequence: string,
  parameters: readonly string[],
  final: string,
  extra: Modifiers,
): SequenceMeaning {
  switch (final) {
    case "I":
    case "O":
      return { type: "focus", isFocused: final === "I" };
    case "Z":
      return namedKey("tab", { ...extra, shift: true });
    case "u":
      return parseKittyKey(parameters, extra);
    case "~":
      return parseNumbered(parameters, extra);
    case "a":
    case "b":
    case "c":
    case "d": // rxvt: arrows with Shift. `CSI … c` with parameters is a device report.
      return parameters[0] === ""
        ? finalKey(final.toUpperCase(), undefined, { ...extra, shift: true })
        : reply("other", sequence);
    case "R":
    case "t":
    case "n":
    case "y":
      return reply("other", sequence);
    default:
      return finalKey(final, parameters[1], extra);
  }
}

function finalKey(final: string, modifier: string | undefined, extra: Modifiers): SequenceMeaning {
  const name = keysByFinal.get(final);
  return name === undefined ? undefined : keyWith(modifier, extra, (all) => namedKey(name, all));
}

function parseNumbered(parameters: readonly string[], extra: Modifiers): SequenceMeaning {
  const [first = "", second, third] = parameters;
  const number = Number(first);
  if (number === 27 && third !== undefined)
    return keyWith(second, extra, (all) => codeKey(Number(third), all));
  const name = keysByNumber.get(number);
  return name === undefined ? undefined : keyWith(second, extra, (all) => namedKey(name, all));
}

/** `CSI code:shifted:base ; modifiers:event ; text u`. */
function parseKittyKey(parameters: readonly string[], extra: Modifiers): SequenceMeaning {
  const [codes = "", modifier, text = ""] = parameters;
  const [code = 0, shifted = 0, base = 0] = codes.split(":").map(Number);
  return keyWith(modifier, extra, (all) => {
    // A shortcut is meant by its place on the keyboard when the layout has other letters.
    if ((all.ctrl === true || all.alt === true) && code > 127 && base > 0)
      return codeKey(base, all);
    const written = text
      .split(":")
      .map((point) => characterOf(Number(point)))
      .join("");
    if (written !== "" && all.ctrl !== true && all.alt !== true)
      return { ...codeKey(code, all), text: written };
    return codeKey(all.shift === true && shifted > 0 && all.ctrl !== true ? shifted : code, all);
  });
}

/** The key with its modifiers; nothing for a key let go, or pressed with a modifier that is the desktop's. */
function keyWith(
  modifier: string | undefined,
  extra: Modifiers,
  make: (modifiers: Modifiers) => SequenceMeaning,
): SequenceMeaning {
  const [bits, kind] = (modifier ?? "").split(":");
  const { isForeign, ...modifiers } = modifiersOf(bits);
  return kind === "3" || isForeign ? undefined : make({ ...modifiers, ...extra });
}

function codeKey(code: number, modifiers: Modifiers): InputEvent {
  const block = numberBlockKeys.get(code);
  if (block !== undefined)
    return block.length === 1 ? characterKey(block, modifiers) : namedKey(block, modifiers);
  if (code < 32 || code === 127) return controlKey(code, modifiers);
  if (code === 0x5b && modifiers.ctrl === true) return namedKey("escape"); // Ctrl+[ has always been Escape.
  const character = characterOf(code);
  return character === "" ? namedKey("unknown", modifiers) : characterKey(character, modifiers);
}

/** Nothing for what no character has, and for the private range where the protocol keeps keys that insert nothing. */
function characterOf(code: number): string {
  const isPrivate = code >= 57_344 && code <= 63_743;
  const isCharacter = code >= 32 && code <= 0x10_ff_ff && !(code >= 0xd8_00 && code <= 0xdf_ff);
  return isCharacter && !isPrivate ? String.fromCodePoint(code) : "";
}

/** `SS3 X`, and `SS3 modifiers X` of some older terminals. */
function parseKeypad(sequence: string, extra: Modifiers): SequenceMeaning {
  const final = sequence.at(-1) ?? "";
  const modifier = sequence.slice(2, -1) || undefined;
  const key = finalKey(final, modifier, extra);
  if (key) return key;
  return keyWith(modifier, extra, (all) => {
    if (final === "R") return namedKey("f3", all);
    if (final === "M") return namedKey("enter", all);
    if (/[abcd]/.test(final))
      return namedKey(keysByFinal.get(final.toUpperCase()) ?? "", { ...all, ctrl: true });
    // The number block in application mode: `j` is `*`, …, `y` is `9`.
    return /[j-y]/.test(final)
      ? characterKey(String.fromCodePoint(final.charCodeAt(0) - 64), all)
      : undefined;
  });
}

/** The Linux console: `CSI [ A` to `CSI [ E`. */
function functionKey(number: number, extra: Modifiers): SequenceMeaning {
  return number >= 1 && number <= 5 ? namedKey(`f${number}`, extra) : undefined;
}

function reply(about: TerminalReply["about"], sequence: string): TerminalReply {
  return { type: "reply", about, sequence };
}
