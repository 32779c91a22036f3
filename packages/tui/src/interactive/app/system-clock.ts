import type { TerminalClock } from "../../terminal/terminal.ts";

/** The clock of this machine: `now` is in milliseconds since 1970. */
export class SystemClock implements TerminalClock {
  readonly #timers = new WeakMap<object, NodeJS.Timeout>();

  now(): number {
    return Date.now();
  }

  setTimeout(callback: () => void, delayMs: number): unknown {
    const timer = setTimeout(callback, delayMs);
    this.#timers.set(timer, timer);
    return timer;
  }

  clearTimeout(handle: unknown): void {
    if (typeof handle === "object" && handle !== null) clearTimeout(this.#timers.get(handle));
  }
}
