/** Where a sequence that begins with ESC ends. */
export type SequenceEnd =
  /** It is whole: the index behind it. */
  | { readonly kind: "whole"; readonly end: number }
  /** More must come before anybody can tell. */
  | { readonly kind: "partial" }
  /** What follows ESC begins no sequence: it is a key pressed with Alt. */
  | { readonly kind: "none" }
  /** It broke off: the index of what follows. */
  | { readonly kind: "broken"; readonly end: number };

// Sticky expressions are made for each call: they hold the place where they look.
const controlBody = String.raw`[0-?]*[ -/]*`;
/** An answer longer than this is none. */
const longestString = 65_536;

/** Finds the end of the sequence whose ESC is at `start`. */
export function readSequence(text: string, start: number): SequenceEnd {
  switch (text[start + 1]) {
    case undefined:
      return { kind: "partial" };
    case "[":
      return readControlSequence(text, start);
    case "O":
      return readKeypad(text, start);
    case "]":
    case "P":
    case "X":
    case "^":
    case "_":
      return readString(text, start);
    default:
      return { kind: "none" };
  }
}

function readControlSequence(text: string, start: number): SequenceEnd {
  const third = text[start + 2];
  if (third === "[") return fixedLength(text, start + 4);
  if (third === "M") return fixedLength(text, start + 6); // The mouse, as the oldest terminals report it.
  const body = new RegExp(controlBody, "y");
  body.lastIndex = start + 2;
  body.test(text);
  const end = body.lastIndex;
  if (end >= text.length) return { kind: "partial" };
  const final = text.charCodeAt(end);
  if (final >= 0x40 && final <= 0x7e) return { kind: "whole", end: end + 1 };
  return end === start + 2 ? { kind: "none" } : { kind: "broken", end };
}

function readKeypad(text: string, start: number): SequenceEnd {
  let end = start + 2;
  while (end < text.length && /[\d;]/.test(text[end] ?? "")) end += 1;
  if (end >= text.length) return { kind: "partial" };
  return /[A-Za-z]/.test(text[end] ?? "") ? { kind: "whole", end: end + 1 } : { kind: "none" };
}

/** A string ends with BEL or ESC \; any other control character means that it was none, or broke off. */
function readString(text: string, start: number): SequenceEnd {
  let end = start + 2;
  while (end < text.length && text.charCodeAt(end) >= 0x20) end += 1;
  if (end - start > longestString) return { kind: "broken", end };
  if (end >= text.length) return { kind: "partial" };
  if (text[end] === "\u0007") return { kind: "whole", end: end + 1 };
  if (text[end] === "\u001b") {
    if (text[end + 1] === undefined) return { kind: "partial" };
    if (text[end + 1] === "\\") return { kind: "whole", end: end + 2 };
  }
  return end === start + 2 ? { kind: "none" } : { kind: "broken", end };
}

function fixedLength(text: string, end: number): SequenceEnd {
  return end <= text.length ? { kind: "whole", end } : { kind: "partial" };
}
