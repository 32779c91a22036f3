/** The mark in front of the text, and a blank. */
const markCells = 2;
/** A narrower editor goes without the mark. */
const narrowest = 8;

/** How many cells stand in front of each row of the text. */
export function markWidth(width: number): number {
  return width < narrowest ? 0 : markCells;
}

/** How many cells of text a row has in an editor of `width` columns. One is left for the cursor behind a full row. */
export function textColumns(width: number): number {
  return Math.max(1, width - markWidth(width) - 1);
}
