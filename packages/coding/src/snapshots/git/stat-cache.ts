import type { Stats } from "node:fs";
import type { PathKey } from "../byte-path.ts";

interface Seen<T> {
  readonly stats: Stats;
  readonly atMs: number;
  readonly value: T;
}

/** What was found out about files and folders, as long as they look the same. */
export class StatCache<T> {
  readonly #now: () => number;
  #seen = new Map<PathKey, Seen<T>>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Undefined when it has to be found out anew. */
  get(key: PathKey, stats: Stats): T | undefined {
    const seen = this.#seen.get(key);
    return seen && isSame(seen.stats, stats) && isSettled(seen) ? seen.value : undefined;
  }

  /** `stats` must be from before the value was found out. */
  set(key: PathKey, stats: Stats, value: T, atMs: number = this.#now()): void {
    this.#seen.set(key, { stats, atMs, value });
  }

  clear(): void {
    this.#seen = new Map();
  }
}

function isSame(one: Stats, other: Stats): boolean {
  return (
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs &&
    one.size === other.size &&
    one.ino === other.ino &&
    one.mode === other.mode
  );
}

/**
 * The clocks of file systems tick in steps: of 16 ms at most or, where they tell whole seconds only, of two seconds. What
 * changed less than a step before it was looked at may change again without looking different.
 */
function isSettled({ stats, atMs }: Seen<unknown>): boolean {
  const changedMs = Math.max(stats.mtimeMs, stats.ctimeMs);
  const tickMs = changedMs % 1000 === 0 ? 2000 : 30;
  return atMs - changedMs > tickMs;
}
