import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Pace } from "../../../src/interactive/app/pace.ts";
import { Wakeup } from "../../../src/interactive/app/wakeup.ts";
import { remembered } from "../../../src/interactive/app/remembered.ts";
import { SystemClock } from "../../../src/terminal/system-clock.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("Pace", () => {
  it("C14 what a person does is painted at once, what trickles in not more often than every 33 ms", () => {
    const paint = vi.fn<() => void>();
    const pace = new Pace({ clock: new SystemClock(), paint, intervalMs: 33 });
    for (let piece = 0; piece < 10; piece += 1) pace.soon();
    vi.advanceTimersByTime(1);
    expect(paint).toHaveBeenCalledTimes(1); // All that came in one go.
    for (let piece = 0; piece < 10; piece += 1) pace.soon();
    vi.advanceTimersByTime(31);
    expect(paint).toHaveBeenCalledTimes(1);
    pace.now();
    expect(paint).toHaveBeenCalledTimes(2);
    vi.advanceTimersByTime(100);
    expect(paint).toHaveBeenCalledTimes(2); // The key has painted the pieces too.
    pace.soon();
    pace.soon();
    vi.advanceTimersByTime(100);
    expect(paint).toHaveBeenCalledTimes(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("C14 what may wait longer is painted with the next trickle, or by itself", () => {
    const paint = vi.fn<() => void>();
    const pace = new Pace({ clock: new SystemClock(), paint, intervalMs: 33 });
    pace.now();
    pace.soon(120);
    vi.advanceTimersByTime(10);
    pace.soon();
    vi.advanceTimersByTime(22);
    expect(paint).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(1);
    expect(paint).toHaveBeenCalledTimes(2); // The trickle's own time, with both in it.
    vi.advanceTimersByTime(500);
    expect(paint).toHaveBeenCalledTimes(2);
    pace.now();
    pace.soon(120);
    pace.soon(500); // Comes with the one before it.
    vi.advanceTimersByTime(119);
    expect(paint).toHaveBeenCalledTimes(3);
    vi.advanceTimersByTime(1);
    expect(paint).toHaveBeenCalledTimes(4);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("C14 nothing is painted after it was cleared", () => {
    const paint = vi.fn<() => void>();
    const pace = new Pace({ clock: new SystemClock(), paint, intervalMs: 33 });
    pace.now();
    pace.soon();
    pace.clear();
    vi.advanceTimersByTime(100);
    expect(paint).toHaveBeenCalledTimes(1);
  });
});

describe("Wakeup", () => {
  it("C14 rings at the time that was set last, once, and arms nothing when there is none", () => {
    const ring = vi.fn<() => void>();
    const wakeup = new Wakeup(new SystemClock(), ring);
    const nowMs = Date.now();
    wakeup.set(nowMs + 1000, nowMs);
    wakeup.set(nowMs + 500, nowMs);
    wakeup.set(nowMs + 500, nowMs);
    expect(vi.getTimerCount()).toBe(1);
    vi.advanceTimersByTime(2000);
    expect(ring).toHaveBeenCalledTimes(1);
    wakeup.set(nowMs + 3000, nowMs);
    wakeup.set(undefined, nowMs);
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe("remembered", () => {
  it("C14 gives the very same answer while it is asked for the same", () => {
    const make = vi.fn((one: number, other: object) => ({ one, other }));
    const ask = remembered(make);
    const other = {};
    expect(ask(1, other)).toBe(ask(1, other));
    expect(make).toHaveBeenCalledTimes(1);
    expect(ask(2, other)).toEqual({ one: 2, other });
    expect(ask(2, {})).not.toBe(ask(2, other));
  });
});
