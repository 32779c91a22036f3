/** One mode of the terminal: what puts it on and what takes it back. */
interface Mode {
  readonly on: string;
  readonly off: string;
}

/** Kitty keyboard flags: keys that were ambiguous are told apart (1), with the place on the keyboard (4). */
const keyboardFlags = 5;

const bracketedPaste: Mode = { on: "\u001b[?2004h", off: "\u001b[?2004l" };
const focusReports: Mode = { on: "\u001b[?1004h", off: "\u001b[?1004l" };
const modifiedKeys: Mode = { on: "\u001b[>4;1m", off: "\u001b[>4m" };
const keyboard: Mode = { on: `\u001b[>${keyboardFlags}u`, off: "\u001b[<u" };

const modes: readonly Mode[] = [bracketedPaste, focusReports, modifiedKeys, keyboard];

/** Asks which keyboard flags are in force; every terminal answers the second question, so it ends the wait. */
const questions = "\u001b[?u\u001b[c";

/** The end of whatever a frame may have left on: styles, a link, no wrapping, held output, a hidden cursor. */
const frameEnd = "\u001b[0m\u001b]8;;\u001b\\\u001b[?7h\u001b[?2026l\u001b[?25h";

/** Puts every mode on. */
export const modesOn: string = modes.map(({ on }) => on).join("") + questions;

/** Takes every mode back, the last first. */
export const modesOff: string =
  frameEnd +
  modes
    .map(({ off }) => off)
    .toReversed()
    .join("");

/**
 * Puts the modes on again when another program may have changed them, without a second entry on the terminal's stack of
 * keyboard flags.
 */
export const modesAgain: string =
  [bracketedPaste, focusReports, modifiedKeys].map(({ on }) => on).join("") +
  `\u001b[=${keyboardFlags}u`;

/** Keeps the window's title aside, and brings it back. */
export const titleSaved = "\u001b[22;0t";
export const titleRestored = "\u001b[23;0t";

/** Names the window; the title must hold no control characters. */
export function titleSequence(title: string): string {
  return `\u001b]0;${title}\u0007`;
}
