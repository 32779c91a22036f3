import type { Tokens } from "marked";
import { fitText, padText } from "../../terminal/text/fit.ts";
import type { Theme } from "../../terminal/text/theme.ts";
import { displayWidth } from "../../terminal/text/width.ts";
import { wrapText } from "../../terminal/text/wrap.ts";
import { renderInline } from "./render-inline.ts";

type Alignment = Tokens.TableCell["align"];

/** Narrower columns than this cannot be read: then the rows are written one below the other. */
const minColumn = 5;
/** Between two columns: ` │ `. */
const gap = 3;

/** A table that is at most `width` columns wide; cells that are too long are wrapped. */
export function renderTable(table: Tokens.Table, width: number, theme: Theme): string[] {
  const header = table.header.map((cell) => cellText(cell, theme));
  const rows = table.rows.map((row) => row.map((cell) => cellText(cell, theme)));
  const widths = fitColumns(naturalWidths([header, ...rows]), width);
  if (!widths) return stacked(header, rows, width, theme);
  const rule = theme.paint("muted", widths.map((size) => "─".repeat(size)).join("─┼─"));
  const separator = theme.paint("muted", " │ ");
  const lay = (cells: readonly string[]): string[] =>
    rowLines(cells, widths, table.align, separator);
  return [
    ...lay(header.map((text) => theme.paint("bold", text))),
    rule,
    ...rows.flatMap((row) => lay(row)),
  ];
}

function cellText(cell: Tokens.TableCell, theme: Theme): string {
  return renderInline(cell.tokens, theme);
}

function naturalWidths(rows: readonly (readonly string[])[]): number[] {
  const widths: number[] = [];
  for (const row of rows)
    for (const [index, text] of row.entries()) {
      let longest = widths[index] ?? 1;
      for (const line of text.split("\n")) longest = Math.max(longest, displayWidth(line));
      widths[index] = longest;
    }
  return widths;
}

/** Takes from the widest columns until all fit; undefined when they cannot. */
function fitColumns(natural: readonly number[], width: number): number[] | undefined {
  const room = width - gap * (natural.length - 1);
  const least = natural.reduce((sum, size) => sum + Math.min(size, minColumn), 0);
  if (least > room) return undefined;
  const total = natural.reduce((sum, size) => sum + size, 0);
  if (total <= room) return [...natural];
  // The greatest width that no column may exceed, so that what is narrow stays as it is.
  let limit = minColumn;
  const sumAt = (most: number): number =>
    natural.reduce((sum, size) => sum + Math.min(size, most), 0);
  for (let step = room; step >= 1; step = Math.floor(step / 2))
    while (sumAt(limit + step) <= room) limit += step;
  const widths = natural.map((size) => Math.min(size, limit));
  let spare = room - sumAt(limit);
  return widths.map((size, index) => {
    if (spare < 1 || size >= (natural[index] ?? size)) return size;
    spare -= 1;
    return size + 1;
  });
}

function rowLines(
  cells: readonly string[],
  widths: readonly number[],
  alignments: readonly Alignment[],
  separator: string,
): string[] {
  const columns = widths.map((size, index) => wrapText(cells[index] ?? "", size));
  const height = columns.reduce((most, lines) => Math.max(most, lines.length), 1);
  return Array.from({ length: height }, (_, row) =>
    columns
      .map((lines, index) => aligned(lines[row] ?? "", widths[index] ?? 1, alignments[index]))
      .join(separator)
      .trimEnd(),
  );
}

function aligned(text: string, size: number, alignment: Alignment | undefined): string {
  const spare = Math.max(0, size - displayWidth(text));
  if (alignment === "right") return " ".repeat(spare) + text;
  if (alignment === "center") return padText(" ".repeat(Math.floor(spare / 2)) + text, size);
  return padText(text, size);
}

/** Too many columns for the width: each row as a list of names and values. */
function stacked(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  theme: Theme,
): string[] {
  const rule = theme.paint("muted", "─".repeat(Math.max(1, Math.min(width, 20))));
  return rows.flatMap((row, index) => [
    ...(index === 0 ? [] : [rule]),
    ...row.flatMap((text, column) =>
      wrapText(`${theme.paint("bold", `${header[column] ?? ""}:`)} ${text}`, width).map((line) =>
        fitText(line, width),
      ),
    ),
  ]);
}
