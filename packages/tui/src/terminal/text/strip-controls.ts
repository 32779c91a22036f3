import { sequencePattern } from "./escape.ts";

/** Every control character but tab and line feed. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** What shows nothing but reorders or hides what is around it: bidi controls, zero-width spaces, interlinear marks. */
const invisible = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
/** Line and paragraph separators break a line in some terminals only. */
const separators = /[\u2028\u2029]/g;

/**
 * The text without the terminal's sequences, control characters (but tab and line feed) and bidi controls: what a model,
 * a tool, a file or a title says must not drive the terminal, nor look like something else. Works on any part of a text.
 */
export function stripControls(text: string): string {
  return text
    .replaceAll(sequencePattern, "")
    .replaceAll(controls, "")
    .replaceAll(invisible, "")
    .replaceAll(separators, "\n")
    .toWellFormed();
}
