import { getEventListeners } from "node:events";
import { describe, expect, it } from "vitest";
import { CancelReason, CancelToken } from "../../src/stopping/cancel-token.ts";

describe("CancelToken", () => {
  it("C5.1 cancel() is synchronous, never throws, and the first reason counts", () => {
    const token = new CancelToken();
    token.cancel("enough");
    token.cancel("too late");
    expect([token.isCancelled, token.isAbandoned, token.reason?.message]).toEqual([
      true,
      false,
      "enough",
    ]);
  });

  it("C5.2 cancelling a parent cancels its children, never the reverse", () => {
    const parent = new CancelToken();
    const child = parent.child();
    const grandchild = child.child();
    child.cancel();
    expect([parent.isCancelled, grandchild.isCancelled]).toEqual([false, true]);
    const sibling = parent.child();
    parent.abandon("over");
    expect([
      sibling.isCancelled,
      sibling.isAbandoned,
      child.isAbandoned,
      grandchild.isAbandoned,
    ]).toEqual([true, true, true, true]);
    expect(sibling.reason?.message).toBe("over");
    expect(parent.child().isAbandoned).toBe(true);
  });

  it("C5.2 a disposed child is forgotten by its parent", () => {
    const parent = new CancelToken();
    const child = parent.child();
    child[Symbol.dispose]();
    parent.cancel();
    expect(child.isCancelled).toBe(false);
  });

  it("C5.2 abandoning cancels too", () => {
    const token = new CancelToken();
    token.abandon("now");
    expect([token.signal.aborted, token.abandoned.aborted]).toEqual([true, true]);
  });

  it("C5.3 a token made from a signal leaves no listener behind when it is disposed", () => {
    const { signal } = new AbortController();
    for (let index = 0; index < 1000; index += 1)
      CancelToken.from(signal, signal)[Symbol.dispose]();
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("C5.4 the reason is an Error named AbortError with a kind and the text given", () => {
    const token = new CancelToken();
    token.cancel({ kind: "timeout", message: "30 seconds are over" });
    expect(token.signal.reason).toBeInstanceOf(CancelReason);
    expect(token.signal.reason).toMatchObject({
      name: "AbortError",
      kind: "timeout",
      message: "30 seconds are over",
    });
  });

  it.each([
    ["a bare abort", () => AbortSignal.abort(), "user", ""],
    ["a text", () => AbortSignal.abort("why not"), "user", "why not"],
    [
      "an Error",
      () => AbortSignal.abort(new Error("server goes down")),
      "user",
      "server goes down",
    ],
    [
      "a time-out",
      () => AbortSignal.abort(new DOMException("timed out", "TimeoutError")),
      "timeout",
      "timed out",
    ],
  ])("C5.4 a foreign signal's reason becomes ours: %s", (_name, signal, kind, message) => {
    expect(CancelToken.from(signal()).reason).toMatchObject({ name: "AbortError", kind, message });
  });
});
