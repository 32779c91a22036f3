import { sleep, TIMER_MAX_MS } from "../sleep.ts";

/** When and how often a failed request is sent again. All times are milliseconds. */
export interface RetryOptions {
  /** Repeats after the first attempt. Default 3; 0 turns retries off. */
  readonly maxRetries?: number | undefined;
  /** The longest first back-off; that of each further one is twice as long. Default 500. */
  readonly baseDelayMs?: number | undefined;
  /** The longest back-off. Default 30,000. */
  readonly maxDelayMs?: number | undefined;
  /** The longest wait a provider may ask for; above it the call fails at once. Default 60,000. */
  readonly maxRetryAfterMs?: number | undefined;
  /** Milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** 0 to below 1. Default `Math.random`. */
  readonly random?: (() => number) | undefined;
  /** Waits; resolves early when the signal aborts. Default: a timer. */
  readonly sleep?: ((ms: number, signal: AbortSignal) => Promise<void>) | undefined;
}

/** The options with every default filled in. */
export type RetryPolicy = {
  readonly [Name in keyof RetryOptions]-?: NonNullable<RetryOptions[Name]>;
};

/** Throws a RangeError for a number that is negative or not finite, or a count that is not whole. */
export function retryPolicy(options: RetryOptions = {}): RetryPolicy {
  const policy: RetryPolicy = {
    maxRetries: options.maxRetries ?? 3,
    baseDelayMs: options.baseDelayMs ?? 500,
    maxDelayMs: options.maxDelayMs ?? 30_000,
    maxRetryAfterMs: options.maxRetryAfterMs ?? 60_000,
    now: options.now ?? Date.now,
    random: options.random ?? Math.random,
    sleep: options.sleep ?? sleep,
  };
  for (const name of ["maxRetries", "baseDelayMs", "maxDelayMs", "maxRetryAfterMs"] as const) {
    const value = policy[name];
    const isCount = name === "maxRetries";
    if (!Number.isFinite(value) || value < 0 || (isCount && value % 1 !== 0)) {
      const wanted = isCount ? "a whole number" : "a finite number";
      throw new RangeError(`retry.${name} must be ${wanted} of 0 or more, not ${value}`);
    }
  }
  return policy;
}

/**
 * How long to wait before the coming attempt, in milliseconds: what the provider asked for, else an exponential
 * back-off. `retry` counts repeats from 1. The whole back-off is random, from 1 ms up to a ceiling that doubles with each
 * repeat, so that clients that failed together do not come back together. Never more than a timer can wait.
 */
export function retryDelayMs(
  retry: number,
  options: Pick<RetryOptions, "baseDelayMs" | "maxDelayMs" | "random"> & {
    readonly retryAfterMs?: number | undefined;
  } = {},
): number {
  const { baseDelayMs = 500, maxDelayMs = 30_000, random = Math.random, retryAfterMs } = options;
  if (retryAfterMs !== undefined && retryAfterMs >= 0) return Math.min(retryAfterMs, TIMER_MAX_MS);
  const ceiling = Math.min(baseDelayMs * 2 ** (retry - 1), maxDelayMs, TIMER_MAX_MS);
  return Math.max(1, Math.ceil(ceiling * random()));
}
