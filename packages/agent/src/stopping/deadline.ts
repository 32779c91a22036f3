import type { Clock, Timer } from "../clock.ts";

/** A moment that can be brought forward but not put off. */
export class Deadline {
  readonly #clock: Clock;
  readonly #onDue: () => void;
  #due = Number.POSITIVE_INFINITY;
  #timer: Timer | undefined;

  constructor(clock: Clock, onDue: () => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** Falls due in so many milliseconds, unless it does so earlier anyway. 0 lets one macrotask pass. */
  within(milliseconds: number): void {
    const due = this.#clock.now() + milliseconds;
    if (due >= this.#due) return;
    this.clear();
    this.#due = due;
    this.#timer = this.#clock.setTimeout(this.#onDue, milliseconds);
  }

  clear(): void {
    this.#clock.clearTimeout(this.#timer);
  }
}
