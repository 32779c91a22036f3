/** What a clock hands out for a timer. */
export type Timer = ReturnType<typeof setTimeout> | number;

/** The only source of time of a harness. Hand in your own to make time stand still in a test. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls back once after `milliseconds`; the answer is what `clearTimeout` takes. */
  setTimeout(callback: () => void, milliseconds: number): Timer;
  clearTimeout(timer: Timer | undefined): void;
}

/** The longest delay a timer takes; a longer one would fire at once. */
const longestDelay = 2 ** 31 - 1;

/** The platform's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  setTimeout: (callback, milliseconds) =>
    setTimeout(callback, Math.min(milliseconds, longestDelay)),
  clearTimeout: (timer) => clearTimeout(timer),
};
