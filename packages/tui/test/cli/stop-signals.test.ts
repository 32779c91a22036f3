import { EventEmitter } from "node:events";
import { describe, expect, it } from "vitest";
import { StopSignals } from "../../src/cli/stop-signals.ts";

describe("StopSignals", () => {
  it.each([
    ["SIGHUP", 129],
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("C6.14 %s ends the command with exit code %i while nobody listens", (name, code) => {
    const source = new EventEmitter();
    using signals = new StopSignals(source);
    expect(signals.exitCode).toBeUndefined();
    source.emit(name, name);
    expect(signals.ended.aborted).toBe(true);
    expect(signals.exitCode).toBe(code);
  });

  it("C6.8 a listener hears each request with its number, and the first that ends the command names the code", () => {
    const source = new EventEmitter();
    using signals = new StopSignals(source);
    const heard: [string, number][] = [];
    signals.listen((signal, count) => heard.push([signal, count]));
    source.emit("SIGINT", "SIGINT");
    expect(signals.ended.aborted).toBe(false);
    signals.receive("SIGTERM");
    signals.end("SIGTERM");
    signals.end("SIGINT");
    expect(heard).toEqual([
      ["SIGINT", 1],
      ["SIGTERM", 2],
    ]);
    expect(signals.exitCode).toBe(143);
  });

  it("C5.3 leaves no listener behind", () => {
    const source = new EventEmitter();
    new StopSignals(source)[Symbol.dispose]();
    expect(source.eventNames()).toEqual([]);
  });
});
