import type { TerminalClock } from "./terminal.ts";

/** The clock of this machine. */
export class SystemClock implements TerminalClock {
  readonly #timers = new WeakMap<object, NodeJS.Timeout>();

  /** Milliseconds since 1970. */
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
