/** The character that starts every sequence of the terminal. */
export const escapeCharacter = "\u001b";

/** Ends an operating system command (a link, a title). */
export const stringTerminator = "\u001b\\";

/**
 * One sequence: CSI with its parameters, a string (OSC, DCS, SOS, PM, APC) with its end, or ESC and one character. Linear:
 * no part of it may match beyond the next ESC.
 */
export const sequencePattern: RegExp =
  // oxlint-disable-next-line no-control-regex
  /\u001b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\u0007\u001b]*(?:\u0007|\u001b\\)|[ -/]*[0-~])/g;

/** The text without the terminal's sequences. */
export function stripSequences(text: string): string {
  return text.includes(escapeCharacter) ? text.replaceAll(sequencePattern, "") : text;
}
