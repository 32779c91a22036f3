import { describe, expect, it, vi } from "vitest";
import { summarize } from "../src/compaction/summarize.ts";
import { Harness } from "../src/harness/harness.ts";
import { raceSignal } from "../src/stopping/race-signal.ts";
import { SignalLedger } from "../src/testing/signal-ledger.ts";
import { macrotask } from "./support/collect.ts";
import { asks, call, playing, says } from "./support/models.ts";
import { resultText } from "./support/shapes.ts";
import { tool } from "./support/tools.ts";

function cancelOthers(harness: Harness): void {
  for (const id of ["c2", "c3", "c4", "c5"]) harness.cancelCall(id);
}

describe("what the simulation found", () => {
  it("C10.1 C5.1 work that stops the harness from its first line on is stopped", async () => {
    const harness = new Harness({ model: playing() });
    const work = harness.occupy(async (token) => {
      harness.cancel("at once");
      token.signal.throwIfAborted();
    });
    await expect(work).rejects.toThrow("at once");
    expect(harness.isRunning).toBe(false);
  });

  it.each<[string, (h: Harness) => unknown, string]>([
    ["C6.1 after a stop", (h) => h.cancel(), "Operation aborted"],
    ["C5.5 after their cancel", cancelOthers, "Tool call cancelled."],
  ])("%s calls that are all alike read all the same", async (_when, act, text) => {
    const calls = ["c1", "c2", "c3", "c4", "c5"].map((id) => call(id, "t"));
    const model = playing(asks(...calls), says("end"));
    const harness: Harness = new Harness({ model, tools: [tool("t", () => void act(harness))] });
    await harness.prompt("go").result;
    const texts = calls.slice(1).map(({ id }) => resultText(harness.messages, id));
    expect(texts).toEqual([text, text, text, text]);
  });

  it("C3.7 the calls of a reply that was cut off read all the same, however alike they are", async () => {
    const calls = ["c1", "c2", "c3", "c4"].map((id) => call(id, "t"));
    const model = playing({ ...asks(...calls), stopReason: "length" }, says("end"));
    const harness = new Harness({ model, tools: [tool("t", () => "ran")] });
    await harness.prompt("go").result;
    const texts = new Set(calls.map(({ id }) => resultText(harness.messages, id)));
    expect([...texts]).toEqual(["Tool call not run: the reply was cut off by the output limit."]);
  });

  it("C5.1 PEER-21 a compaction that was stopped does not ask for a summary", async () => {
    const model = playing(says("a summary"));
    const outcome = await summarize(model, [{ role: "user", content: "Hi", timestamp: 1 }], {
      signal: AbortSignal.abort(),
    });
    expect(outcome).toMatchObject({ ok: false, failure: { reason: "aborted" } });
    expect(model.requests).toEqual([]);
  });

  it("C4.10 PEER-23 what fails after a wait that was stopped from the start is handled", async () => {
    const unhandled = vi.fn<(error: unknown) => void>();
    process.on("unhandledRejection", unhandled);
    try {
      const late = Promise.withResolvers<void>();
      await expect(raceSignal(late.promise, AbortSignal.abort())).rejects.toThrow("aborted");
      late.reject(new Error("late"));
      await macrotask();
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off("unhandledRejection", unhandled);
    }
  });

  it("C5.3 a wait that fails leaves no listener on its signal", async () => {
    const ledger = new SignalLedger();
    const signal = ledger.watch(new AbortController().signal);
    await expect(raceSignal(Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
    expect(ledger.left).toBe(0);
  });
});
