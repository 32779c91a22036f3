import type { HeaderReader } from "./http.ts";

/** The longest time a timer can be set to; a longer one fires at once. */
export const TIMER_MAX_MS = 2_147_483_647;

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
    if (!Number.isFinite(value) || value < 0 || (name === "maxRetries" && value % 1 !== 0)) {
      throw new RangeError(`retry.${name} must be a number of 0 or more, not ${value}`);
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

/**
 * The wait that a response asks for in `retry-after-ms` or `retry-after` (seconds, also with a fraction, or an HTTP
 * date), in milliseconds. `undefined` for none, for a date that is past and for anything else: then the back-off applies.
 */
export function requestedWaitMs(headers: HeaderReader, now: number): number | undefined {
  const milliseconds = decimal(headers.get("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const text = headers.get("retry-after")?.trim();
  if (text === undefined) return undefined;
  const seconds = decimal(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = httpDate(text);
  return date === undefined || date <= now ? undefined : date - now;
}

function decimal(text: string | null | undefined): number | undefined {
  const value = text?.trim() ?? "";
  return /^\d+(?:\.\d+)?$/.test(value) && Number.isFinite(Number(value))
    ? Number(value)
    : undefined;
}

/** The three forms of RFC 9110 §5.6.7. `Date.parse` alone would read a date into almost any text. */
function httpDate(text: string): number | undefined {
  const fixed = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
  const rfc850 = /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
  const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;
  if (!fixed.test(text) && !rfc850.test(text) && !asctime.test(text)) return undefined;
  const time = Date.parse(asctime.test(text) ? `${text} GMT` : text);
  return Number.isNaN(time) ? undefined : time;
}

/** Resolves after `ms`, or as soon as the signal aborts; leaves neither timer nor listener behind. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(Math.max(ms, 0), TIMER_MAX_MS));
    signal.addEventListener("abort", end);
  });
}

/** A duration for people: `45 s`, `3 min`, `5 h`, `30 days`. */
export function durationText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 120) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
