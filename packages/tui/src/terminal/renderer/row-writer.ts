import type { Position } from "../geometry.ts";
import { isUncertain } from "./certain-width.ts";

/** Terminals take out as many rows as there are. */
const moreThanAnyScreen = 999;

/**
 * Writes rows relative to a first one, wherever on the screen that is: it knows the row of the cursor, and moves by
 * steps. The column is unknown after each step.
 */
export class RowWriter {
  readonly #parts: string[] = [];
  #row: number;
  #isUncertain = false;

  constructor(row: number) {
    this.#row = row;
  }

  get row(): number {
    return this.#row;
  }

  /** Goes to a row that is on the screen. */
  moveTo(row: number): void {
    const steps = row - this.#row;
    if (steps !== 0) this.#parts.push(`\u001b[${count(Math.abs(steps))}${steps < 0 ? "A" : "B"}`);
    this.#row = row;
  }

  /** Goes down by new rows; at the end of the screen the rows above go into the scrollback. */
  addRows(number: number): void {
    this.#parts.push("\n".repeat(number));
    this.#row += number;
  }

  /** Opens rows above the present one, and moves it and what is below down. */
  insertRows(number: number): void {
    this.#parts.push(`\u001b[${count(number)}L`);
  }

  /** Takes out the present row and those below it, and moves up what is below them. */
  deleteRows(number: number): void {
    this.#parts.push(`\u001b[${count(number)}M`);
  }

  /**
   * Erases the present row, and all below it: by taking rows out, since tmux keeps what is erased by `CSI J` from the
   * top of the screen, as a second copy, in its scrollback.
   */
  eraseBelow(): void {
    this.#parts.push(`\r\u001b[${moreThanAnyScreen}M`);
  }

  /** Writes from a column on; `erasesRest` takes away what an older text leaves behind the new one. */
  write(column: number, text: string, erasesRest: boolean): void {
    this.toColumn(column);
    this.#parts.push(text, erasesRest ? "\u001b[K" : "");
    this.#isUncertain ||= isUncertain(text);
  }

  toColumn(column: number): void {
    this.#parts.push(column === 0 ? "\r" : `\u001b[${column + 1}G`);
  }

  /** Goes to where the person types. */
  place({ row, column }: Position): void {
    this.moveTo(row);
    this.toColumn(column);
  }

  /**
   * All of it, to be shown at once. Where the terminal may think a character wider than we do, it must not wrap: every
   * row stays one row.
   */
  toString(): string {
    const text = this.#parts.join("");
    if (text === "") return "";
    return `\u001b[?2026h${this.#isUncertain ? `\u001b[?7l${text}\u001b[?7h` : text}\u001b[?2026l`;
  }
}

function count(number: number): string {
  return number === 1 ? "" : String(number);
}
