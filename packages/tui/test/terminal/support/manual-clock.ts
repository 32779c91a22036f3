import type { TerminalClock } from "../../../src/terminal/terminal.ts";

/** A clock that goes on only when it is told to. */
export class ManualClock implements TerminalClock {
  #nowMs = 1000;
  #nextId = 1;
  readonly #timers = new Map<number, { readonly atMs: number; readonly callback: () => void }>();

  /** How many timers are armed. */
  get armed(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#nowMs;
  }

  setTimeout(callback: () => void, delayMs: number): number {
    const id = this.#nextId;
    this.#nextId += 1;
    this.#timers.set(id, { atMs: this.#nowMs + delayMs, callback });
    return id;
  }

  clearTimeout(handle: unknown): void {
    if (typeof handle === "number") this.#timers.delete(handle);
  }

  /** Lets time go by; timers go off in their order. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const [next] = [...this.#timers]
        .filter(([, { atMs }]) => atMs <= untilMs)
        .toSorted(([, a], [, b]) => a.atMs - b.atMs);
      if (!next) break;
      const [id, { atMs, callback }] = next;
      this.#timers.delete(id);
      this.#nowMs = atMs;
      callback();
    }
    this.#nowMs = untilMs;
  }
}
