import { afterEach, describe, expect, it, vi } from "vitest";
import { sleep } from "../src/sleep.ts";
import { countListeners } from "./support/events.ts";

describe("sleep", () => {
  afterEach(() => {
    vi.useRealTimers();
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
});
