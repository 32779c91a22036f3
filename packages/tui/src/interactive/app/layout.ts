import type { Position, Size } from "../../terminal/geometry.ts";

/** A part of the live region, or all of it. */
export interface Part {
  readonly lines: readonly string[];
  /** Where the person types, in `lines`. */
  readonly cursor?: Position | undefined;
}

/** Puts parts below each other. The last one that has a cursor has the cursor. */
export function stack(parts: readonly Part[]): Part {
  const lines: string[] = [];
  let cursor: Position | undefined;
  for (const part of parts) {
    if (part.cursor) cursor = { row: lines.length + part.cursor.row, column: part.cursor.column };
    for (const line of part.lines) lines.push(line);
  }
  return { lines, cursor };
}

/** How many lines the live region may have: always fewer than the screen, so that nothing of it scrolls away. */
export function liveRows({ rows }: Size): number {
  return Math.max(1, rows - 1);
}
