import { sequencePattern } from "./escape.ts";
import { displayWidth } from "./width.ts";

/** Every control character but tab and line feed. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
/** What shows nothing but reorders or hides what is around it: bidi controls, zero-width spaces, interlinear marks. */
const invisible = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;
/** Line and paragraph separators break a line in some terminals only. */
const separators = /[\u2028\u2029]/g;

const tabStop = 4;

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

/**
 * The text as it may be laid out: `stripControls`, every line break is `\n`, and tabs are spaces up to the next of the
 * stops, which are `tabWidth` columns apart.
 */
export function cleanText(text: string, tabWidth: number = tabStop): string {
  const stripped = stripControls(text.includes("\r") ? text.replaceAll(/\r\n?/g, "\n") : text);
  return stripped.includes("\t")
    ? stripped
        .split("\n")
        .map((line) => expandTabs(line, tabWidth))
        .join("\n")
    : stripped;
}

function expandTabs(line: string, tabWidth: number): string {
  if (!line.includes("\t")) return line;
  const parts: string[] = [];
  let column = 0;
  const [first = "", ...rest] = line.split("\t");
  parts.push(first);
  column += displayWidth(first);
  for (const part of rest) {
    const spaces = tabWidth - (column % tabWidth);
    parts.push(" ".repeat(spaces), part);
    column += spaces + displayWidth(part);
  }
  return parts.join("");
}
