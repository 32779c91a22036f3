import { afterEach, describe, expect, it, vi } from "vitest";
import { retryDelayMs } from "../src/index.ts";
import { durationText, requestedWaitMs, retryPolicy, sleep } from "../src/retry.ts";
import { countListeners } from "./support/events.ts";

const NOW = Date.parse("Thu, 01 Jan 2026 00:00:00 GMT");

function wait(headers: Record<string, string>): number | undefined {
  return requestedWaitMs(new Headers(headers), NOW);
}

describe("retry", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    [{ "retry-after": "2" }, 2_000],
    [{ "retry-after": "0.25" }, 250],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after-ms": "120", "retry-after": "9" }, 120],
    [{ "retry-after-ms": "soon", "retry-after": "3" }, 3_000],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Thursday, 01-Jan-26 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Thu Jan  1 00:00:30 2026" }, 30_000],
    [{ "retry-after": "2592000" }, 2_592_000_000],
  ])("F15 %j asks to wait", (headers, expected) => {
    expect(wait(headers)).toBe(expected);
  });

  it.each([
    "soon",
    "",
    "-1",
    "NaN",
    "1e9",
    "Infinity",
    "soon 1",
    "tomorrow",
    "Wed, 31 Dec 2025 00:00:00 GMT",
  ])("F15 PEER-15 retry-after: %j asks for nothing, so that the back-off applies", (value) => {
    expect(wait({ "retry-after": value })).toBeUndefined();
  });

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

  it("F17 sleep never hands a timer more than it can wait", async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    let over = false;
    const slept = sleep(2 ** 40, controller.signal).then(() => (over = true));
    await vi.advanceTimersByTimeAsync(1_000_000);
    expect(over).toBe(false);
    controller.abort();
    await slept;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("F19 PEER-15 an abort ends the sleep at once and leaves neither timer nor listener", async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const slept = sleep(30_000, controller.signal);
    expect([vi.getTimerCount(), listeners()]).toEqual([1, 1]);
    controller.abort();
    await slept;
    expect([vi.getTimerCount(), listeners()]).toEqual([0, 0]);
    await sleep(30_000, controller.signal);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("F19 PEER-15 a sleep that ran out leaves no listener", async () => {
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    await sleep(1, controller.signal);
    expect(listeners()).toBe(0);
  });

  it("C13.8 numbers that make no sense are refused where they are given", () => {
    expect(() => retryPolicy({ maxRetries: 1.5 })).toThrow(
      "retry.maxRetries must be a number of 0 or more, not 1.5",
    );
    expect(() => retryPolicy({ baseDelayMs: -1 })).toThrow(RangeError);
    expect(() => retryPolicy({ maxRetryAfterMs: Number.NaN })).toThrow(RangeError);
  });

  it("F17 durations read like something a person would say", () => {
    expect([500, 45_000, 180_000, 18_000_000, 2_592_000_000].map(durationText)).toEqual([
      "0.5 s",
      "45 s",
      "3 min",
      "5 h",
      "30 days",
    ]);
  });
});
