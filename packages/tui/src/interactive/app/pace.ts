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
  #dueMs = Number.POSITIVE_INFINITY;

  constructor(options: PaceOptions) {
    this.#options = options;
  }

  /** Paints now; what was to be painted soon is painted with it. */
  now(): void {
    this.clear();
    this.#lastMs = this.#options.clock.now();
    this.#options.paint();
  }

  /**
   * Paints when the last painting is so many milliseconds ago, by default those of the options: with the next one, if
   * that comes earlier. Never at once: what comes in one go is painted in one go.
   */
  soon(intervalMs: number = this.#options.intervalMs): void {
    const { clock } = this.#options;
    const nowMs = clock.now();
    const dueMs = Math.max(nowMs, this.#lastMs + intervalMs);
    if (dueMs >= this.#dueMs) return;
    this.clear();
    this.#dueMs = dueMs;
    this.#timer = clock.setTimeout(() => this.now(), dueMs - nowMs);
  }

  clear(): void {
    if (this.#timer !== undefined) this.#options.clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#dueMs = Number.POSITIVE_INFINITY;
  }
}
