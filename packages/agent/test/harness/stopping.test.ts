import { textOf } from "@tau-ts/ai";
import { describe, expect, it, vi } from "vitest";
import { collect, follow, macrotask } from "../support/collect.ts";
import { harness } from "../support/heard-harness.ts";
import { aborted, asks, call, done, playing, polite, says } from "../support/models.ts";
import { eventNames, resultText, shape } from "../support/shapes.ts";
import { hanging, tool } from "../support/tools.ts";

describe("stopping a run", () => {
  it("C6.1 C6.2 F24 PEER-18 a stop during the first of three calls: it keeps its result, the others are not run", async () => {
    const execute = vi.fn();
    const model = playing(asks(call("c1", "a"), call("c2", "b"), call("c3", "b")));
    const { h, heard, check } = harness(model, {
      tools: [tool("a", () => (h.cancel("enough"), "real")), tool("b", execute)],
    });
    const result = await h.prompt("go").result;
    expect(shape(h.messages)).toBe("U A[c1,c2,c3] R(c1) R(c2) R(c3) A(aborted)");
    expect(["c1", "c2", "c3"].map((id) => resultText(h.messages, id))).toEqual([
      "real",
      "Operation aborted",
      "Operation aborted",
    ]);
    expect(execute).not.toHaveBeenCalled();
    expect([model.requests.length, result.outcome]).toEqual([1, "aborted"]);
    expect(h.messages.at(-1)).toMatchObject({ errorMessage: "Operation aborted: enough" });
    const result3 = [
      "ms(R(c3))",
      "me(R(c3))",
      "tool_execution_end",
      "turn_end",
      "turn_start",
      "ms(A)",
      "me(A(aborted))",
      "turn_end",
      "agent_end",
    ];
    expect(eventNames(heard).slice(-9)).toEqual(result3);
    check();
  });

  it("C6.1 in a parallel batch calls already started keep their own results", async () => {
    const one = hanging("one", { executionMode: "parallel" });
    const two = hanging("two", { executionMode: "parallel" });
    const { h, check } = harness(playing(asks(call("c1", "one"), call("c2", "two"))), {
      tools: [one.tool, two.tool],
    });
    const { result } = h.prompt("go");
    await Promise.all([one.started, two.started]);
    h.cancel();
    two.finish("second");
    one.finish("first");
    expect((await result).outcome).toBe("aborted");
    expect([resultText(h.messages, "c1"), resultText(h.messages, "c2")]).toEqual([
      "first",
      "second",
    ]);
    check();
  });

  it("C6.4 a stop during the model call keeps the text that had arrived", async () => {
    const { h, check } = harness(playing(polite("so ", "far")));
    const run = h.prompt("go");
    await follow(
      run,
      (event) =>
        event.type === "message_update" &&
        event.assistantMessageEvent.type === "text_delta" &&
        h.cancel(),
    );
    expect(shape(h.messages)).toBe("U A(aborted)");
    expect(h.messages.at(-1) && textOf(h.messages.at(-1)!)).toMatch(/^so/);
    check();
  });

  it("C6.6 a run that ends by itself within the grace is clean, and the grace is not waited out", async () => {
    const clock = { now: Date.now, setTimeout: vi.fn(() => 1), clearTimeout: vi.fn() };
    const { h } = harness(playing(polite("x")), { clock });
    const run = h.prompt("go");
    const consuming = collect(run);
    await macrotask();
    expect(await h.stop({ graceMs: 60_000 })).toBe("clean");
    expect(clock.clearTimeout).toHaveBeenCalledWith(1);
    await consuming;
    expect(await run.stop()).toBe("clean");
    expect(await h.stop()).toBe("clean");
  });

  it("C6.6 a tool that tidies up within the grace is clean and its result is recorded", async () => {
    const tidy = tool("tidy", async (_args, { signal }) => {
      await aborted(signal);
      return "tidied up";
    });
    const { h, check } = harness(playing(asks(call("c1", "tidy"))), { tools: [tidy] });
    void h.prompt("go").result;
    await macrotask();
    expect(await h.stop({ graceMs: 5000 })).toBe("clean");
    expect(resultText(h.messages, "c1")).toBe("tidied up");
    expect(shape(h.messages)).toBe("U A[c1] R(c1) A(aborted)");
    check();
  });

  it("C6.8 when the signal aborts while stop() waits it rejects at once, and the teardown goes on", async () => {
    const stuck = hanging("stuck");
    const { h } = harness(playing(asks(call("c1", "stuck"))), { tools: [stuck.tool] });
    void h.prompt("go").result;
    await stuck.started;
    const controller = new AbortController();
    const stopping = h.stop({ graceMs: 20, signal: controller.signal });
    const reason = new Error("impatient");
    controller.abort(reason);
    await expect(stopping).rejects.toBe(reason);
    await h.waitForIdle();
    expect(shape(h.messages)).toBe("U A[c1]");
  });

  it("C6.8 of concurrent stops the earliest deadline wins", async () => {
    const stuck = hanging("stuck");
    const { h } = harness(playing(asks(call("c1", "stuck"))), { tools: [stuck.tool] });
    void h.prompt("go").result;
    await stuck.started;
    const patient = h.stop({ graceMs: 60_000 });
    expect(await Promise.all([h.stop({ graceMs: 0 }), patient])).toEqual(["hard", "hard"]);
  });

  it("C6.12 the aborted message is on the record and heard before agent_end", async () => {
    const { h, heard } = harness(playing());
    const run = h.prompt("go");
    run.cancel();
    await collect(run);
    const names = eventNames(heard);
    expect(names.indexOf("me(A(aborted))")).toBeLessThan(names.indexOf("agent_end"));
  });

  it("C2.5 PEER-22 a stop reaches every call that runs", async () => {
    const one = hanging("one", { executionMode: "parallel" });
    const two = hanging("two", { executionMode: "parallel" });
    const { h, check } = harness(playing(asks(call("c1", "one"), call("c2", "two"))), {
      tools: [one.tool, two.tool],
    });
    void h.prompt("go").result;
    const contexts = await Promise.all([one.started, two.started]);
    const stopped = h.stop({ graceMs: 60_000 });
    expect(contexts.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    one.finish("first");
    two.finish("second");
    expect(await stopped).toBe("clean");
    check();
  });

  it("C3.11 a deaf model that already ended does not hold up the run", async () => {
    const model = playing(() => {
      const events = [done(says("hi"))];
      return {
        [Symbol.asyncIterator]: () => ({
          next: async () => ({ done: false as const, value: events[0]! }),
          return: () => new Promise<never>(() => undefined),
        }),
      };
    });
    const { h } = harness(model);
    expect((await h.prompt("go").result).text).toBe("hi");
  });
});
