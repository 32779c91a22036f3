import { stripControls } from "../text/strip-controls.ts";

/**
 * A key within a paste: some terminals and tmux send the line breaks and tabs of a paste as they send keys, as `CSI code ;
 * modifiers u` or `CSI 27 ; modifiers ; code ~`.
 */
// oxlint-disable-next-line no-control-regex
const pastedKeys = /\u001b\[(?:27;(\d+);(\d+)~|(\d+)(?::\d*)*(?:;(\d+)(?::\d+)?)?u)/g;

const ctrlBit = 4;

/** What was pasted: keys are the characters they stand for, line breaks are `\n`, controls but tabs are gone. */
export function pastedText(raw: string): string {
  const text = raw.replaceAll(
    pastedKeys,
    (_match, otherModifiers?: string, otherCode?: string, code?: string, modifiers?: string) =>
      characterOf(Number(otherCode ?? code), Number(otherModifiers ?? modifiers ?? 1) - 1),
  );
  return stripControls(text.replaceAll(/\r\n?/g, "\n"));
}

function characterOf(code: number, modifiers: number): string {
  if (code > 0x10_ff_ff) return "";
  const isCtrl = (modifiers & ctrlBit) !== 0;
  return String.fromCodePoint(isCtrl && code >= 0x40 && code < 0x80 ? code & 0x1f : code);
}
