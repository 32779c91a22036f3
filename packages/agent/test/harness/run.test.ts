import { getEventListeners } from "node:events";
import { describe, expect, it, vi } from "vitest";
import { HarnessError } from "../../src/errors.ts";
import type { AgentEvent } from "../../src/events.ts";
import { Harness } from "../../src/harness/harness.ts";
import { collect, macrotask } from "../support/collect.ts";
import { asks, call, playing, says, streaming } from "../support/models.ts";
import { checkBalance, eventNames, shape } from "../support/shapes.ts";
import { echo, hanging } from "../support/tools.ts";

describe("a run of a Harness", () => {
  it("C4.9 a run is lazy", async () => {
    const model = playing(says("hi"));
    const h = new Harness({ model });
    const run = h.prompt("go");
    await macrotask();
    expect([h.messages.length, model.requests.length]).toEqual([0, 0]);
    expect((await run.result).text).toBe("hi");
  });

  it("C4.9 reading result does not take events from a consumer that begins in the same breath", async () => {
    const h = new Harness({ model: playing(asks(call("c1", "echo")), says("ok")), tools: [echo] });
    const run = h.prompt("go");
    const { result } = run;
    const events = await collect(run);
    checkBalance(events, h.messages);
    expect((await result).outcome).toBe("completed");
  });

  it("C4.9 a run is iterated once", async () => {
    const h = new Harness({ model: playing(says("hi")) });
    const run = h.prompt("go");
    await collect(run);
    expect(() => run[Symbol.asyncIterator]()).toThrow(HarnessError);
    const other = new Harness({ model: playing(says("hi")) }).prompt("go");
    await other.result;
    expect(() => other[Symbol.asyncIterator]()).toThrow(HarnessError);
  });

  it("C4.9 from stop() on the run drives itself, and an iterating consumer still reads to agent_end", async () => {
    const stuck = hanging("stuck");
    const h = new Harness({ model: playing(asks(call("c1", "stuck"))), tools: [stuck.tool] });
    const iterator = h.prompt("go")[Symbol.asyncIterator]();
    const names: string[] = [];
    while (names.at(-1) !== "tool_execution_start")
      names.push(...eventNames([(await iterator.next()).value!]));
    const pending = iterator.next();
    await stuck.started;
    expect(await h.stop({ graceMs: 0 })).toBe("hard");
    const rest: AgentEvent[] = [];
    for (let step = await pending; !step.done; step = await iterator.next()) rest.push(step.value);
    expect(eventNames(rest)).toEqual(["tool_execution_end", "turn_end", "agent_end"]);
  });

  it("C4.9 C4.10 a consumer that is gone does not keep a run alive", async () => {
    const h = new Harness({ model: playing(says("one"), says("two")) });
    h.prompt("never read");
    expect(await h.stop()).toBe("clean");
    expect(shape(h.messages)).toBe("U A(aborted)");
    expect((await h.prompt("go").result).text).toBe("one");
  });

  it("C4.9 an async function may return a run: it is not a thenable", async () => {
    const h = new Harness({ model: playing(says("hi")) });
    const run = await (async () => h.prompt("go"))();
    expect((await run.result).text).toBe("hi");
  });

  it("C5.3 a thousand runs leave no listener on the caller's signal", async () => {
    const { signal } = new AbortController();
    const model = { stream: () => streaming("x") };
    const h = new Harness({ model });
    for (let index = 0; index < 1000; index += 1) await h.prompt("go", { signal }).result;
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("C4.10 a result that is read and forgotten is nobody's unhandled rejection", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    try {
      const h = new Harness({ model: playing(says("hi")) });
      h.subscribe(() => {
        throw new Error("listener");
      });
      const run = h.prompt("go");
      void run.result;
      await h.waitForIdle();
      await macrotask();
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off("unhandledRejection", unhandled);
    }
  });
});
