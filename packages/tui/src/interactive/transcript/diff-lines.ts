import { cleanLine } from "../../terminal/text/clean.ts";
import { fitText } from "../../terminal/text/fit.ts";
import { hardWrap } from "../../terminal/text/hard-wrap.ts";
import type { Theme } from "../../terminal/text/theme.ts";

export interface DiffOptions {
  readonly width: number;
  readonly theme: Theme;
  /** Lines that do not fit are continued on the next line, and not cut. */
  readonly isWhole?: boolean | undefined;
  /** Lines of the diff that are shown at most. */
  readonly maxLines?: number | undefined;
}

/** A line of a change. `number` counts from 1: in the file after the change, of a removed line before it. */
interface DiffLine {
  readonly sign: "+" | "-" | " " | "…";
  readonly number: number;
  readonly text: string;
}

/** How many lines a change adds and takes away. */
export function diffCounts(diff: string): { readonly added: number; readonly removed: number } {
  let added = 0;
  let removed = 0;
  for (const { sign } of diffParts(diff)) {
    if (sign === "+") added += 1;
    if (sign === "-") removed += 1;
  }
  return { added, removed };
}

/** A unified diff as coloured lines with their numbers; what was taken away is told by its sign, too. */
export function diffLines(diff: string, options: DiffOptions): readonly string[] {
  const { width, theme, isWhole = false, maxLines = Number.POSITIVE_INFINITY } = options;
  const parts = diffParts(diff);
  const shown = parts.slice(0, maxLines);
  const digits = String(shown.reduce((most, { number }) => Math.max(most, number), 1)).length;
  const lines: string[] = [];
  for (const { sign, number, text } of shown) {
    if (sign === "…") {
      lines.push(theme.paint("muted", fitText(`${" ".repeat(digits)} ⋮`, width)));
      continue;
    }
    const gutter = theme.paint("muted", String(number).padStart(digits));
    const body = `${sign} ${text}`.trimEnd();
    const painted = sign === " " ? body : theme.paint(sign === "+" ? "added" : "removed", body);
    const line = `${gutter} ${painted}`;
    if (isWhole) lines.push(...hardWrap(line, width));
    else lines.push(fitText(line, width));
  }
  const more = parts.length - shown.length;
  if (more > 0)
    lines.push(theme.paint("muted", fitText(`… ${more} more lines of the diff`, width)));
  return lines;
}

function diffParts(diff: string): readonly DiffLine[] {
  const parts: DiffLine[] = [];
  let before = 0;
  let after = 0;
  for (const line of diff.split("\n")) {
    const hunk = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line);
    if (hunk) {
      before = Number(hunk[1]);
      after = Number(hunk[2]);
      if (parts.length > 0) parts.push({ sign: "…", number: 0, text: "" });
      continue;
    }
    // What stands before the first hunk are the names of the file.
    if (before === 0 && after === 0) continue;
    const text = cleanLine(line.slice(1));
    if (line.startsWith("+")) parts.push({ sign: "+", number: after++, text });
    else if (line.startsWith("-")) parts.push({ sign: "-", number: before++, text });
    else if (line.startsWith(" ")) {
      parts.push({ sign: " ", number: after++, text });
      before += 1;
    }
  }
  return parts;
}
