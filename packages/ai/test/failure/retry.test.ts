import { describe, expect, it } from "vitest";
import { retryPolicy } from "../../src/failure/retry.ts";
import { retryDelayMs } from "../../src/index.ts";

describe("retry", () => {
  it("F15 F21 PEER-15 the back-off is above zero, its ceiling doubles, and it is capped", () => {
    for (const random of [() => 0, () => 0.000_001, () => 0.999_999, Math.random]) {
      const delays = [1, 2, 3, 4, 20, 2000].map((retry) =>
        retryDelayMs(retry, { baseDelayMs: 100, maxDelayMs: 1_000, random }),
      );
      expect(delays.every((delay) => delay >= 1 && delay <= 1_000)).toBe(true);
    }
    const delaysAt = (random: number): number[] =>
      [1, 2, 3, 4, 5].map((retry) =>
        retryDelayMs(retry, { baseDelayMs: 100, maxDelayMs: 1_000, random: () => random }),
      );
    expect(delaysAt(0.5)).toEqual([50, 100, 200, 400, 500]);
    expect(delaysAt(0.999_999)).toEqual([100, 200, 400, 800, 1_000]);
  });

  it("C13.8 the whole back-off is random, so that clients that failed together come back apart", () => {
    expect(retryDelayMs(1, { random: () => 0 })).toBe(1);
    expect(retryDelayMs(1, { random: () => 0.1 })).toBe(50);
    expect(retryDelayMs(2, { random: () => 0.999_999 })).toBe(1_000);
    expect(retryDelayMs(1, { baseDelayMs: 0 })).toBe(1);
  });

  it("F17 what a provider asks for is used as it is, but never more than a timer can wait", () => {
    expect(retryDelayMs(1, { retryAfterMs: 1_234 })).toBe(1_234);
    expect(retryDelayMs(1, { retryAfterMs: 0 })).toBe(0);
    expect(retryDelayMs(1, { retryAfterMs: 2 ** 40 })).toBe(2_147_483_647);
    expect(retryDelayMs(99, { maxDelayMs: 2 ** 40, random: () => 1 })).toBe(2_147_483_647);
  });

  it("C13.8 numbers that make no sense are refused where they are given", () => {
    expect(() => retryPolicy({ maxRetries: 1.5 })).toThrow(
      "retry.maxRetries must be a whole number of 0 or more, not 1.5",
    );
    expect(() => retryPolicy({ maxDelayMs: Infinity })).toThrow(
      "retry.maxDelayMs must be a finite number of 0 or more, not Infinity",
    );
    expect(() => retryPolicy({ baseDelayMs: -1 })).toThrow(RangeError);
    expect(() => retryPolicy({ maxRetryAfterMs: Number.NaN })).toThrow(RangeError);
  });
});
