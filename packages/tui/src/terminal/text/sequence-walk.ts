import { escapeCharacter, sequencePattern } from "./escape.ts";
import type { Pen } from "./pen.ts";

/**
 * Takes a pen through a styled line from sequence to sequence, so that the text between them can be handled as a whole.
 * The line's visible text must be narrow (`isNarrowText`): then a column is a number of characters, and each ESC begins a
 * sequence or ends one.
 */
export class SequenceWalk {
  readonly #line: string;
  readonly #pen: Pen;
  readonly #sequences: readonly string[];
  #passed = 0;
  /** How many characters of the line the passed sequences take. */
  #length = 0;
  /** Where in the line the next sequence begins. */
  #next: number;

  constructor(line: string, pen: Pen) {
    this.#line = line;
    this.#pen = pen;
    this.#next = line.indexOf(escapeCharacter);
    this.#sequences = this.#next === -1 ? [] : (line.match(sequencePattern) ?? []);
  }

  /** Passes the sequences at the column and before it. */
  passTo(column: number): void {
    while (this.#next !== -1 && this.#next - this.#length <= column) {
      const sequence = this.#sequences[this.#passed] ?? "";
      this.#pen.pass(sequence);
      this.#passed += 1;
      this.#length += sequence.length;
      this.#next = this.#line.indexOf(escapeCharacter, this.#next + sequence.length);
    }
  }

  /** Where in the line the column is, behind the passed sequences. No other may stand before it. */
  placeOf(column: number): number {
    return column + this.#length;
  }
}
