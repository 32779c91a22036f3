import { stripControls } from "./strip-controls.ts";
import { displayWidth } from "./width.ts";

const tabStop = 4;

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

/** `cleanText` for what is shown in one line: names of files, sessions and models may hold anything. */
export function cleanLine(text: string): string {
  return cleanText(text).replaceAll("\n", " ");
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
