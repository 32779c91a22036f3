import type { TerminalClock } from "../../terminal/terminal.ts";

export interface PaceOptions {
  readonly clock: TerminalClock;
  readonly paint: () => void;
  /** The time between two paintings of what only trickles in, in milliseconds. */
  readonly intervalMs: number;
}

/** Paints what a person does at once, and what trickles in by the hundred not more often than it can be read. */
export class Pace {
  readonly #options: PaceOptions;
  #lastMs = Number.NEGATIVE_INFINITY;
  #timer: unknown;

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /** Paints now; what was to be painted soon is painted with it. */
  now(): void {
    this.clear();
    this.#lastMs = this.#options.clock.now();
    this.#options.paint();
  }

  /** Paints when the last painting is long enough ago. */
  soon(): void {
    if (this.#timer !== undefined) return;
    const { clock, intervalMs } = this.#options;
    const waitMs = this.#lastMs + intervalMs - clock.now();
    if (waitMs <= 0) return this.now();
    this.#timer = clock.setTimeout(() => {
      this.#timer = undefined;
      this.now();
    }, waitMs);
  }

  clear(): void {
    if (this.#timer !== undefined) this.#options.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
