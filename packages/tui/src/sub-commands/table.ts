import { padText } from "../terminal/text/fit.ts";
import { stripControls } from "../terminal/text/strip-controls.ts";
import { displayWidth } from "../terminal/text/width.ts";

/** Rows as lines whose columns stand below each other; the last column is as long as it likes. No control characters. */
export function tableText(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map((cell) => stripControls(cell.replaceAll(/\s+/g, " "))));
  const widths = (clean[0] ?? []).map((_, column) =>
    clean.reduce((most, row) => Math.max(most, displayWidth(row[column] ?? "")), 0),
  );
  const lines = clean.map((row) =>
    row
      .map((cell, column) =>
        column === row.length - 1 ? cell : padText(cell, widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}
