import { splitGraphemes } from "../text/width.ts";
import type { InputEvent, TerminalReply } from "./input-event.ts";
import { characterKey, controlKey } from "./keys.ts";
import { parseSequence } from "./parse-sequence.ts";
import { pastedText } from "./paste-text.ts";
import { readSequence } from "./read-sequence.ts";
import { UnmarkedPastes } from "./unmarked-pastes.ts";

const escape = "\u001b";
const pasteStart = "\u001b[200~";
const pasteEnd = "\u001b[201~";

/** How long the rest of a sequence may take, once it is more than a lone ESC: nobody types that by chance. */
const sequenceWaitMs = 250;
/** How long an answer of the terminal may take from its first byte to its last. */
const stringWaitMs = 1000;
/** How long a paste may pause before it counts as over: its end was lost, and keys must work again. */
const pasteWaitMs = 3000;

export interface InputDecoderOptions {
  /** How long to wait for more after a lone ESC before it is the Escape key. Default: 50 ms. */
  readonly escapeWaitMs?: number | undefined;
  /** Hears what the terminal says about itself. */
  readonly onReply?: ((reply: TerminalReply) => void) | undefined;
}

/**
 * Turns the bytes a terminal sends into keys, pastes and changes of focus, however they are cut into reads. Text that
 * comes in one read with a line break in its midst is a paste, even when nothing marks it as one (`UnmarkedPastes`): its
 * line breaks submit nothing. It arms no timer: after `push`, `waitMs` says when to call `flush`.
 */
export class InputDecoder {
  readonly #bytes = new TextDecoder();
  readonly #onReply: (reply: TerminalReply) => void;
  readonly #unmarked = new UnmarkedPastes();
  #escapeWaitMs: number;
  /** The beginning of a sequence. */
  #held = "";
  /** The parts of the paste that is going on. */
  #paste: string[] | undefined;

  constructor(options: InputDecoderOptions = {}) {
    this.#escapeWaitMs = options.escapeWaitMs ?? 50;
    this.#onReply = options.onReply ?? ((): void => undefined);
  }

  /**
   * The terminal sends the Escape key as a sequence of its own (kitty protocol): a lone ESC is always the beginning of
   * one, and its rest may take its time.
   */
  expectWholeEscapes(): void {
    this.#escapeWaitMs = Math.max(this.#escapeWaitMs, sequenceWaitMs);
  }

  /** After how many milliseconds without a `push` to call `flush`; `undefined` while nothing waits. */
  get waitMs(): number | undefined {
    if (this.#paste) return pasteWaitMs;
    if (this.#held === "") return undefined;
    if (this.#held === escape || this.#held === escape + escape) return this.#escapeWaitMs;
    return this.#held.startsWith(`${escape}[`) ? sequenceWaitMs : stringWaitMs;
  }

  /** What the next bytes mean, together with what was held back. `atMs`: when they came, on any clock. */
  push(chunk: Uint8Array | string, atMs: number = 0): readonly InputEvent[] {
    const text = typeof chunk === "string" ? chunk : this.#bytes.decode(chunk, { stream: true });
    if (this.#held === "" && !this.#paste && this.#unmarked.take(text, atMs))
      return [{ type: "paste", text: pastedText(text) }];
    const events: InputEvent[] = [];
    const all = this.#held + text;
    this.#held = "";
    let at = 0;
    while (at < all.length)
      at = this.#paste ? this.#readPaste(all, at, events) : this.#readOne(all, at, events);
    return events;
  }

  /** What is held back is all that comes: a lone ESC is the Escape key, a paste is over. */
  flush(): readonly InputEvent[] {
    const events: InputEvent[] = [];
    if (this.#paste) this.#endPaste("", events); // What is held is a part of the mark.
    else if (this.#held === escape) events.push(controlKey(27));
    else if (this.#held === escape + escape) events.push(controlKey(27), controlKey(27));
    else if (this.#held.length === 2) events.push(characterKey(this.#held.slice(1), { alt: true }));
    this.#held = "";
    return events;
  }

  /** Reads to the paste's end, or holds back what may be the beginning of its mark. */
  #readPaste(all: string, at: number, events: InputEvent[]): number {
    const end = all.indexOf(pasteEnd, at);
    if (end >= 0) {
      this.#endPaste(all.slice(at, end), events);
      return end + pasteEnd.length;
    }
    const keep = heldLength(all, at);
    this.#paste?.push(all.slice(at, all.length - keep));
    this.#held = all.slice(all.length - keep);
    return all.length;
  }

  #endPaste(last: string, events: InputEvent[]): void {
    const text = pastedText([...(this.#paste ?? []), last].join(""));
    this.#paste = undefined;
    if (text !== "") events.push({ type: "paste", text });
  }

  #readOne(all: string, at: number, events: InputEvent[]): number {
    if (all[at] === escape) return this.#readEscape(all, at, events);
    const code = all.charCodeAt(at);
    if (isControl(code)) {
      if (code < 0x80) events.push(controlKey(code));
      return at + 1;
    }
    let end = at + 1;
    while (end < all.length && !isControl(all.charCodeAt(end))) end += 1;
    const text = all.slice(at, end);
    if (UnmarkedPastes.isLong(text)) events.push({ type: "paste", text: pastedText(text) });
    else for (const character of splitGraphemes(text)) events.push(characterKey(character));
    return end;
  }

  #readEscape(all: string, at: number, events: InputEvent[]): number {
    const isAlt = all[at + 1] === escape && /[[O]/.test(all[at + 2] ?? "");
    const start = isAlt ? at + 1 : at;
    if (all[at + 1] === escape && all[at + 2] === undefined) return this.#hold(all, at);
    const found = readSequence(all, start);
    switch (found.kind) {
      case "partial":
        return this.#hold(all, at);
      case "broken":
        return found.end;
      case "none":
        return readAltKey(all, start, events);
      case "whole":
        this.#meet(all.slice(start, found.end), isAlt, events);
        return found.end;
    }
  }

  #meet(sequence: string, isAlt: boolean, events: InputEvent[]): void {
    if (sequence === pasteStart) {
      this.#paste = [];
      return;
    }
    const meaning = parseSequence(sequence, isAlt);
    if (meaning?.type === "reply") this.#onReply(meaning);
    else if (meaning) events.push(meaning);
  }

  #hold(all: string, at: number): number {
    this.#held = all.slice(at);
    return all.length;
  }
}

/** ESC and one character: the character with Alt. ESC before another sequence is the Escape key by itself. */
function readAltKey(all: string, at: number, events: InputEvent[]): number {
  if (all[at + 1] === escape) {
    events.push(controlKey(27));
    return at + 1;
  }
  const character = String.fromCodePoint(all.codePointAt(at + 1) ?? 0);
  const code = character.charCodeAt(0);
  events.push(
    code < 0x20 || code === 0x7f
      ? controlKey(code, { alt: true })
      : characterKey(character, { alt: true }),
  );
  return at + 1 + character.length;
}

function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code < 0xa0);
}

/** How many characters at the end may be the beginning of the mark that ends a paste. */
function heldLength(all: string, from: number): number {
  const longest = Math.min(pasteEnd.length - 1, all.length - from);
  for (let length = longest; length > 0; length -= 1)
    if (pasteEnd.startsWith(all.slice(all.length - length))) return length;
  return 0;
}
