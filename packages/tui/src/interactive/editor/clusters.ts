// Where a person sees one character end and the next begin. A placeholder of a paste is always one by itself, whatever
// stands beside it; so is a line break.
import { graphemes } from "../../terminal/text/graphemes.ts";
import { beginsPlaceholder } from "./pastes.ts";

/** As many code units are looked at together when clusters are read one after the other. */
const windowUnits = 512;

/** Whether the offset is between two characters. */
export function isBoundary(text: string, offset: number): boolean {
  return offset <= 0 || offset >= text.length || clusterStart(text, offset) === offset;
}

/** The offset, or the next one that is between two characters. */
export function snapForward(text: string, offset: number): number {
  const within = Math.max(0, Math.min(offset, text.length));
  if (isBoundary(text, within)) return within;
  return nextBoundary(text, clusterStart(text, within));
}

/** The end of the character that begins at a boundary. */
export function nextBoundary(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  if (isPlainPair(text, offset)) return offset + 1;
  return new ClusterReader(text).end(offset);
}

/** The start of the character that ends at a boundary. */
export function previousBoundary(text: string, offset: number): number {
  return offset <= 0 ? 0 : clusterStart(text, Math.min(offset, text.length) - 1);
}

/** The start of the character that holds the code unit at `offset`. */
function clusterStart(text: string, offset: number): number {
  if (offset > 0 && isPlainPair(text, offset - 1)) return offset;
  const unit = text.charCodeAt(offset);
  if (unit === lineFeed || beginsPlaceholder(unit)) return offset;
  if (isTrail(unit) && beginsPlaceholder(text.charCodeAt(offset - 1))) return offset - 1;
  const from = certainStart(text, offset);
  // Whether two characters are one is decided by what stands before, and by the one code point behind.
  const found = graphemes.segment(text.slice(from, offset + 2)).containing(offset - from);
  return from + (found?.index ?? 0);
}

/** Reads a text's characters in order: their ends are found many at a time. */
export class ClusterReader {
  readonly #text: string;
  #ends: number[] = [];
  #next = 0;
  #from = -1;

  constructor(text: string) {
    this.#text = text;
  }

  /** The end of the character that begins at `offset`, a boundary before the text's end. */
  end(offset: number): number {
    if (this.#from !== offset) {
      if (isPlainPair(this.#text, offset)) return offset + 1;
      this.#read(offset);
    }
    const end = this.#ends[this.#next] ?? offset + 1;
    this.#next += 1;
    this.#from = this.#next < this.#ends.length ? end : -1;
    return end;
  }

  #read(offset: number): void {
    this.#next = 0;
    const unit = this.#text.charCodeAt(offset);
    if (unit === lineFeed) this.#ends = [offset + 1];
    else if (beginsPlaceholder(unit)) this.#ends = [Math.min(offset + 2, this.#text.length)];
    else this.#ends = clusterEnds(this.#text, offset);
  }
}

/** The ends of the characters from `offset` on; at least one. */
function clusterEnds(text: string, offset: number): number[] {
  for (let units = windowUnits; ; units *= 2) {
    const { to, isWhole } = windowEnd(text, offset, units);
    const ends: number[] = [];
    for (const { index, segment } of graphemes.segment(text.slice(offset, to)))
      ends.push(offset + index + segment.length);
    if (isWhole) return ends;
    ends.pop(); // It may go on beyond the window.
    if (ends.length > 0) return ends;
  }
}

const lineFeed = 0x0a;

/** Where a window of at most `units` ends. It is whole when a character ends there for certain. */
function windowEnd(
  text: string,
  offset: number,
  units: number,
): { readonly to: number; readonly isWhole: boolean } {
  const last = Math.min(text.length, offset + units);
  for (let to = offset + 1; to < last; to += 1) {
    const unit = text.charCodeAt(to);
    if (unit === lineFeed || beginsPlaceholder(unit)) return { to, isWhole: true };
  }
  return { to: last, isWhole: last === text.length };
}

/** The last offset at or before `offset` where a character starts for certain, whatever stands around. */
function certainStart(text: string, offset: number): number {
  let from = offset;
  while (from > 0) {
    if (isFlagPart(text, from) && isFlagPart(text, from - 2)) from -= 2;
    else if (isTrail(text.charCodeAt(from)) && !isTrail(text.charCodeAt(from - 1))) from -= 1;
    else if (isCertainStart(text, from)) return from;
    else from -= 1;
  }
  return from;
}

function isCertainStart(text: string, at: number): boolean {
  if (text.charCodeAt(at - 1) === lineFeed || isPlainPair(text, at - 1)) return true;
  const start = isTrail(text.charCodeAt(at - 1)) ? at - 2 : at - 1;
  if (start < 0) return false;
  if (beginsPlaceholder(text.charCodeAt(start))) return true;
  const before = String.fromCodePoint(text.codePointAt(start) ?? 0);
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (!ending.test(before) || isJoining(before)) return false;
  if (isFlagPart(text, at)) return !isFlagPart(text, start);
  return ending.test(after) && !isJoining(after);
}

/** Characters of these kinds end where a new one of them starts, but for those below. */
const ending = /^[\p{L}\p{N}\p{P}\p{S}\p{Zs}]/u;
/** Emoji modifiers, Korean letters, Thai and Lao vowels, Japanese sound marks, and letters that take the next one in. */
const joining =
  /^(?:[\p{Emoji_Modifier}\u1100-\u11FF\uA960-\uA97F\uD7B0-\uD7FF]|\u0E33|\u0EB3|\uFF9E|\uFF9F|\u0D4E)/u;

/** The scripts of the block from U+11000 on have letters that take the next one in as well. */
function isJoining(character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  return (point >= 0x1_10_00 && point <= 0x1_1f_ff) || joining.test(character);
}

/** Two of these make a flag. */
function isFlagPart(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== 0xd8_3c) return false;
  const trail = text.charCodeAt(at + 1);
  return trail >= 0xdd_e6 && trail <= 0xdd_ff;
}

function isTrail(unit: number): boolean {
  return unit >= 0xdc_00 && unit <= 0xdf_ff;
}

/** Two neighbours of which each is a character by itself, or one such at the text's end. */
function isPlainPair(text: string, offset: number): boolean {
  if (!isPlain(text.charCodeAt(offset))) return false;
  return offset + 1 >= text.length || isPlain(text.charCodeAt(offset + 1));
}

function isPlain(unit: number): boolean {
  return (unit >= 0x20 && unit <= 0x7e) || unit === lineFeed || isPlainWide(unit);
}

/** Kana, Han, Hangul syllables and their punctuation: two cells each, and nothing joins two of them. */
export function isPlainWide(unit: number): boolean {
  return (
    (unit >= 0x30_01 && unit <= 0x30_29) ||
    (unit >= 0xff_01 && unit <= 0xff_60) ||
    (unit >= 0x4e_00 && unit <= 0x9f_ff) ||
    (unit >= 0x30_41 && unit <= 0x30_96) ||
    (unit >= 0x30_a1 && unit <= 0x30_fa) ||
    (unit >= 0xac_00 && unit <= 0xd7_a3)
  );
}
