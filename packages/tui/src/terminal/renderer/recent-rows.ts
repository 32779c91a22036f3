import { displayWidth } from "../text/width.ts";

/** More rows than a screen has. */
const mostRows = 500;

/** How many rows lines take in a terminal that breaks them at `columns`. */
export function rowsOf(lines: readonly string[], columns: number): number {
  let rows = 0;
  for (const line of lines) rows += Math.max(1, Math.ceil(displayWidth(line) / columns));
  return rows;
}

/** The final lines that may still be on the screen, as they were written. */
export class RecentRows {
  #lines: readonly string[] = [];
  #isWhole = true;

  get length(): number {
    return this.#lines.length;
  }

  /** Whether these are the last lines of all that is final, and not only those since another program wrote. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  add(lines: readonly string[]): void {
    if (lines.length > 0) this.#lines = [...this.#lines, ...lines].slice(-mostRows);
  }

  last(count: number): readonly string[] {
    return count > 0 ? this.#lines.slice(-count) : [];
  }

  /** The last lines were written anew. */
  replaceLast(count: number, lines: readonly string[]): void {
    this.#lines = [...this.#lines.slice(0, this.#lines.length - count), ...lines].slice(-mostRows);
  }

  /** Another program writes: what is above its lines is not ours to paint again. */
  startAnew(): void {
    this.#lines = [];
    this.#isWhole = false;
  }
}
