import { describe, expect, it, vi } from "vitest";
import { STOPPED, StopSwitch, TIMED_OUT } from "../../src/call/stop-switch.ts";
import { countListeners } from "../support/events.ts";

const never = new Promise<never>(() => undefined);

describe("StopSwitch", () => {
  it("F105 a wait ends when the switch does, however deaf the promise, and drops its late rejection", async () => {
    const stop = new StopSwitch(undefined);
    const late = Promise.withResolvers<never>();
    const waiting = stop.wait(late.promise);
    stop.stop("left");
    expect(await waiting).toBe(STOPPED);
    late.reject(new Error("late"));
    expect(await stop.wait(Promise.resolve(1))).toBe(STOPPED);
    expect(stop.signal.aborted).toBe(true);
  });

  it("C13.9 a wait that ran out of time does not disturb the next one when its promise settles late", async () => {
    const stop = new StopSwitch(undefined);
    const slow = Promise.withResolvers<number>();
    expect(await stop.wait(slow.promise, 1)).toBe(TIMED_OUT);
    const next = stop.wait(never);
    slow.resolve(1);
    await slow.promise;
    stop.stop("aborted");
    expect(await next).toBe(STOPPED);
  });

  it("F105 a wait that is over leaves no timer, a switch that is disposed no listener", async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const stop = new StopSwitch(controller.signal);
    stop.arm();
    expect(listeners()).toBe(1);
    expect(await stop.wait(Promise.resolve("value"), 60_000)).toBe("value");
    await expect(stop.wait(Promise.reject(new Error("no")), 60_000)).rejects.toThrow("no");
    expect(vi.getTimerCount()).toBe(0);
    stop.dispose();
    expect(listeners()).toBe(0);
    vi.useRealTimers();
  });

  it("F105 the first cause wins, and the teardown runs once, on the line that stops", () => {
    const controller = new AbortController();
    const stop = new StopSwitch(controller.signal);
    let torn = 0;
    stop.teardown = () => void (torn += 1);
    stop.arm();
    controller.abort();
    stop.stop("left");
    expect([stop.cause, torn]).toEqual(["aborted", 1]);
  });
});
