import type { TerminalClock } from "../../terminal/terminal.ts";

type WakeupClock = Pick<TerminalClock, "setTimeout" | "clearTimeout">;

/** One timer that rings when the screen next changes by itself. Nothing is armed while nothing will. */
export class Wakeup {
  readonly #clock: WakeupClock;
  readonly #onRing: () => void;
  #timer: unknown;
  #atMs: number | undefined;

  constructor(clock: WakeupClock, onRing: () => void) {
    this.#clock = clock;
    this.#onRing = onRing;
  }

  /** Rings at that time, in milliseconds since 1970, and at no other; undefined for not at all. */
  set(atMs: number | undefined, nowMs: number): void {
    if (atMs === this.#atMs) return;
    this.clear();
    if (atMs === undefined) return;
    this.#atMs = atMs;
    const ring = (): void => {
      this.#timer = undefined;
      this.#atMs = undefined;
      this.#onRing();
    };
    this.#timer = this.#clock.setTimeout(ring, Math.max(0, atMs - nowMs));
  }

  clear(): void {
    if (this.#timer !== undefined) this.#clock.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#atMs = undefined;
  }
}
