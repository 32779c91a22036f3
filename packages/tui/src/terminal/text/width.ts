import { eastAsianWidth } from "get-east-asian-width";
import { stripSequences } from "./escape.ts";
import { graphemes } from "./graphemes.ts";

/**
 * Each of these is one cell wide and joins no other: letters without marks that combine, punctuation, arrows, mathematics,
 * lines and boxes. Of all spaces only U+0020 is among them.
 */
const narrowText =
  /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0400-\u0482\u2010-\u2027\u2030-\u205e\u2190-\u22ff\u2500-\u25fc]*$/;
// oxlint-disable-next-line no-control-regex
const control = /^[\u0000-\u001f\u007f-\u009f]/;
const joining = /^[\p{Mark}\p{Cf}\p{Emoji_Modifier}]$/u;
const pictograph = /^\p{Extended_Pictographic}/u;

const zeroWidthJoiner = 0x20_0d;
const emojiPresentation = 0xfe_0f;

/** Whether each code unit of the text is a character of its own that takes one cell; the empty text is. Not for sequences. */
export function isNarrowText(text: string): boolean {
  return narrowText.test(text);
}

/** The text as a reader sees its characters: each is a grapheme cluster. It must hold no terminal sequences. */
export function splitGraphemes(text: string): readonly string[] {
  if (isNarrowText(text)) return text.split("");
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/**
 * How many cells styled text takes in a terminal. The terminal's sequences and control characters take none; a grapheme
 * cluster is one unit, as in terminals that know clusters: a family of emoji 2, a flag 2, e and its accent 1.
 */
export function displayWidth(text: string): number {
  if (isNarrowText(text)) return text.length;
  const visible = stripSequences(text);
  if (isNarrowText(visible)) return visible.length;
  let width = 0;
  for (const { segment } of graphemes.segment(visible)) width += graphemeWidth(segment);
  return width;
}

/** How many cells one grapheme cluster takes. */
export function graphemeWidth(cluster: string): number {
  if (cluster.length === 1 && isNarrowText(cluster)) return 1;
  if (control.test(cluster)) return 0;
  const first = cluster.codePointAt(0) ?? 0;
  const firstCharacter = String.fromCodePoint(first);
  if (firstCharacter.length === cluster.length) return eastAsianWidth(first);
  return clusterWidth(cluster);
}

/**
 * What joins the character before it adds nothing; a base that the cluster holds besides (an Indic conjunct) takes its
 * own cells.
 */
function clusterWidth(cluster: string): number {
  if (isRegionalIndicator(cluster.codePointAt(0) ?? 0)) return 2;
  const isPictograph = pictograph.test(cluster);
  let width = 0;
  let isJoined = false;
  for (const character of cluster) {
    const point = character.codePointAt(0) ?? 0;
    if (point === emojiPresentation) width = Math.max(width, 2);
    else if (joining.test(character)) width = Math.max(width, width === 0 ? 0 : 1);
    else if (!(isJoined && isPictograph) && !(width > 0 && isJamo(point)))
      width += eastAsianWidth(point);
    isJoined = point === zeroWidthJoiner;
  }
  return Math.max(width, 1);
}

function isRegionalIndicator(point: number): boolean {
  return point >= 0x1_f1_e6 && point <= 0x1_f1_ff;
}

/** A part of a Korean syllable: the syllable's first part has its two cells already. */
function isJamo(point: number): boolean {
  return (
    (point >= 0x11_00 && point <= 0x11_ff) ||
    (point >= 0xa9_60 && point <= 0xa9_7f) ||
    (point >= 0xd7_b0 && point <= 0xd7_ff)
  );
}
