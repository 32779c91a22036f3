import { textOf } from "@tau-ts/ai";
import { describe, expect, it, vi } from "vitest";
import { Harness } from "../src/harness.ts";
import type { HarnessOptions } from "../src/harness-options.ts";
import type { AgentEvent } from "../src/events.ts";
import { MemoryLog } from "../src/session/memory-log.ts";
import { persistTo } from "../src/session/persist.ts";
import { contextForModel } from "../src/view.ts";
import { collect, follow, macrotask } from "./support/collect.ts";
import { aborted, asks, call, deafAfter, done, playing, polite, says } from "./support/models.ts";
import type { TestModel } from "./support/models.ts";
import { checkBalance, eventNames, resultText, shape } from "./support/shapes.ts";
import { hanging, tool } from "./support/tools.ts";

/** A harness whose every event is remembered as a saver would hear it. */
function harness(model: HarnessOptions["model"], options: Partial<HarnessOptions> = {}) {
  const h = new Harness({ model, ...options });
  const heard: AgentEvent[] = [];
  h.subscribe((event) => event.type !== "agent_settled" && heard.push(event), { first: true });
  return { h, heard, check: () => checkBalance(heard, h.messages) };
}

async function answersTwice(h: Harness, model: TestModel): Promise<void> {
  h.configure({ model: playing(says("one"), says("two")) });
  for (const text of ["one", "two"]) {
    const result = await h.prompt("next").result;
    expect([result.outcome, result.text]).toEqual(["completed", text]);
  }
  h.configure({ model });
}

const echo = tool("echo", (args) => JSON.stringify(args));

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

  it("C2.6 C6.7 F36 after a hard stop the abandoned call has no result, and its late outcome is dropped", async () => {
    const stuck = hanging("stuck");
    const model = playing(asks(call("c1", "stuck"), call("c2", "echo")));
    const { h, heard, check } = harness(model, { tools: [stuck.tool, echo] });
    void h.prompt("go").result;
    const context = await stuck.started;
    expect(await h.stop({ graceMs: 0 })).toBe("hard");
    expect([context.signal.aborted, context.abandoned.aborted]).toEqual([true, true]);
    expect([h.isRunning, shape(h.messages)]).toEqual([false, "U A[c1,c2]"]);
    expect(eventNames(heard).slice(-3)).toEqual(["tool_execution_end", "turn_end", "agent_end"]);
    expect(heard.at(-3)).toMatchObject({ abandoned: true });
    expect(heard.at(-1)).toMatchObject({ outcome: "abandoned" });
    stuck.finish("late");
    await macrotask();
    expect(shape(h.messages)).toBe("U A[c1,c2]");
    check();
    await answersTwice(h, model);
    expect(shape(contextForModel(h.messages))).toBe("U A[c1,c2] R(c1) R(c2) U A U A");
  });

  it("C6.7 PEER-23 a late failure of an abandoned call is nobody's unhandled rejection", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    try {
      const stuck = hanging("stuck");
      const { h } = harness(playing(asks(call("c1", "stuck"))), { tools: [stuck.tool] });
      void h.prompt("go").result;
      await stuck.started;
      await h.stop({ graceMs: 0 });
      stuck.fail(new Error("late"));
      await macrotask();
      expect(unhandled).not.toHaveBeenCalled();
    } finally {
      process.off("unhandledRejection", unhandled);
    }
  });

  it("C6.7 a model call abandoned before anything arrived leaves U", async () => {
    const model = playing(() =>
      (async function* () {
        yield { type: "start", partial: says("") };
        await new Promise(() => undefined);
      })(),
    );
    const { h, check } = harness(model);
    void h.prompt("go").result;
    await macrotask();
    expect(await h.stop({ graceMs: 0 })).toBe("hard");
    expect(shape(h.messages)).toBe("U");
    check();
    await answersTwice(h, model);
  });

  it("C6.7 a model call abandoned after something arrived leaves A(aborted) with it", async () => {
    const deaf = deafAfter("so far");
    const model = playing(deaf.reply);
    const { h, heard, check } = harness(model);
    void h.prompt("go").result;
    await deaf.heard;
    expect(await h.stop({ graceMs: 0, reason: "no more" })).toBe("hard");
    expect(h.messages[1]).toMatchObject({
      content: [{ text: "so far" }],
      stopReason: "aborted",
      errorMessage: "Operation aborted: no more",
    });
    expect(heard.at(-1)).toMatchObject({ outcome: "abandoned" });
    check();
    await answersTwice(h, model);
  });

  it("C6.3 a tool that has finished keeps its result although a hook hangs and a hard stop comes", async () => {
    const { h, check } = harness(playing(asks(call("c1", "echo"))), {
      tools: [echo],
      hooks: { afterToolCall: () => new Promise<undefined>(() => undefined) },
    });
    void h.prompt("go").result;
    await macrotask();
    expect(await h.stop({ graceMs: 0 })).toBe("hard");
    expect(resultText(h.messages, "c1")).toBe("{}");
    check();
  });

  it.each(["prepareTurn", "transformContext", "shouldStopAfterTurn", "beforeToolCall"])(
    "C6.13 a hard stop stops waiting for a hook that hangs: %s",
    async (hook) => {
      const model = playing(asks(call("c1", "echo")));
      const { h, check } = harness(model, {
        tools: [echo],
        hooks: { [hook]: () => new Promise(() => undefined) },
      });
      void h.prompt("go").result;
      await macrotask();
      expect(await h.stop({ graceMs: 0 })).toBe("hard");
      expect(h.isRunning).toBe(false);
      check();
    },
  );

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

  it("C6.9 C6.10 return() after any number of events ends the run; two further prompts are answered", async () => {
    const late = tool("late", async (_args, { onUpdate }) => {
      onUpdate({ content: [] });
      await macrotask();
      return "real";
    });
    const newModel = (): TestModel =>
      playing(asks(call("c1", "late"), call("c2", "late")), says("end"));
    const total = (await collect(new Harness({ model: newModel(), tools: [late] }).prompt("go")))
      .length;
    for (let count = 0; count <= total; count += 1) {
      const model = newModel();
      const { h, check } = harness(model, { tools: [late] });
      const iterator = h.prompt("go")[Symbol.asyncIterator]();
      for (let taken = 0; taken < count; taken += 1) await iterator.next();
      await iterator.return?.();
      expect([count, h.isRunning]).toEqual([count, false]);
      check();
      expect(
        contextForModel(h.messages).some((message) => textOf(message).includes("interrupted")),
      ).toBe(false);
      await answersTwice(h, model);
    }
  });

  it("C6.10 return() with a next() pending", async () => {
    const stuck = hanging("stuck");
    const { h, check } = harness(playing(asks(call("c1", "stuck"))), {
      tools: [stuck.tool],
      graceMs: 0,
    });
    const iterator = h.prompt("go")[Symbol.asyncIterator]();
    const pending: Promise<unknown>[] = [];
    for (let count = 0; count < 8; count += 1) pending.push(iterator.next());
    await stuck.started;
    await iterator.return?.();
    await Promise.all(pending);
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
    check();
  });

  it("C6.12 the aborted message is on the record and heard before agent_end", async () => {
    const { h, heard } = harness(playing());
    const run = h.prompt("go");
    run.cancel();
    await collect(run);
    const names = eventNames(heard);
    expect(names.indexOf("me(A(aborted))")).toBeLessThan(names.indexOf("agent_end"));
  });

  it("C6.13 a listener that hangs is waited for no longer than flushMs after a hard stop", async () => {
    const { h, check } = harness(playing(says("hi")), { flushMs: 10 });
    h.subscribe((event) =>
      event.type === "turn_start" ? new Promise(() => undefined) : undefined,
    );
    void h.prompt("go").result;
    await macrotask();
    expect(await h.stop({ graceMs: 0 })).toBe("hard");
    expect(h.isRunning).toBe(false);
    check();
  });

  it.each(["listener", "hook", "tool"])(
    "C6.13 stop() called and awaited inside a %s settles",
    async (place) => {
      const model = playing(asks(call("c1", "stopper")), says("no"));
      const stop = async (): Promise<undefined> => void (await h.stop({ graceMs: 0 }));
      const stopper = tool("stopper", () => (place === "tool" ? stop() : undefined));
      const { h, check } = harness(model, {
        tools: [stopper],
        flushMs: 10,
        hooks: place === "hook" ? { beforeToolCall: stop } : {},
      });
      const unsubscribe = h.subscribe((event) =>
        place === "listener" && event.type === "turn_start" ? stop() : undefined,
      );
      await h.prompt("go").result;
      unsubscribe();
      expect(h.isRunning).toBe(false);
      check();
      await answersTwice(h, model);
    },
  );

  it("C5.5 a waiting call that is cancelled is not run, and the run goes on", async () => {
    const execute = vi.fn();
    const model = playing(asks(call("c1", "a"), call("c2", "b")), says("ok"));
    const first = tool("a", () => expect(h.cancelCall("c2")).toBe(true));
    const { h, check } = harness(model, { tools: [first, tool("b", execute)] });
    expect((await h.prompt("go").result).outcome).toBe("completed");
    expect(resultText(h.messages, "c2")).toBe("Tool call cancelled.");
    expect(execute).not.toHaveBeenCalled();
    check();
  });

  it("C5.5 a running call that is cancelled keeps what it returns within the grace", async () => {
    const tidy = tool("tidy", async (_args, { signal }) => (await aborted(signal), "tidied up"));
    const { h } = harness(playing(asks(call("c1", "tidy")), says("ok")), { tools: [tidy] });
    const { result } = h.prompt("go");
    await macrotask();
    expect(h.cancelCall("c1", { graceMs: 60_000 })).toBe(true);
    expect((await result).outcome).toBe("completed");
    expect(resultText(h.messages, "c1")).toBe("tidied up");
  });

  it("C5.5 a deaf call reads that it may have run partly, and its late result is dropped", async () => {
    const stuck = hanging("stuck");
    const { h, check } = harness(playing(asks(call("c1", "stuck")), says("ok")), {
      tools: [stuck.tool],
    });
    const { result } = h.prompt("go");
    const { abandoned } = await stuck.started;
    expect(h.cancelCall("c1", { graceMs: 0 })).toBe(true);
    expect((await result).outcome).toBe("completed");
    expect(abandoned.aborted).toBe(true);
    stuck.finish("late");
    await macrotask();
    expect(resultText(h.messages, "c1")).toBe(
      "Tool call cancelled. It may have run partly; check before repeating it.",
    );
    check();
  });

  it("C5.5 a call held up by its hook is not run when it is cancelled", async () => {
    const execute = vi.fn();
    const asked = Promise.withResolvers<void>();
    const { h } = harness(playing(asks(call("c1", "t")), says("ok")), {
      tools: [tool("t", execute)],
      hooks: {
        beforeToolCall: async (_call, { signal }) => (asked.resolve(), aborted(signal)),
      },
    });
    const { result } = h.prompt("go");
    await asked.promise;
    h.cancelCall("c1");
    await result;
    expect(resultText(h.messages, "c1")).toBe("Tool call cancelled.");
    expect(execute).not.toHaveBeenCalled();
  });

  it("C5.5 a settled or unknown call is false", async () => {
    const { h } = harness(playing(asks(call("c1", "echo")), says("ok")), { tools: [echo] });
    expect(h.cancelCall("c1")).toBe(false);
    await follow(h.prompt("go"), (event) => {
      if (event.type === "tool_execution_end") expect(h.cancelCall("c1")).toBe(false);
      if (event.type === "tool_execution_start") expect(h.cancelCall("other")).toBe(false);
    });
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

  it("C6.6 C9.3 PEER-20 disposing of a run waits for its calls and their saver; then the transcript may be replaced", async () => {
    const log = new MemoryLog();
    const { tool: slow, started, finish } = hanging("slow");
    const { h, check } = harness(playing(asks(call("c1", "slow"))), {
      tools: [slow],
      graceMs: 60_000,
    });
    h.subscribe(persistTo(log), { first: true });
    {
      await using run = h.prompt("go");
      void run.result;
      const { signal } = await started;
      signal.addEventListener("abort", () => void macrotask().then(() => finish("tidied up")));
      expect(() => h.replaceMessages([])).toThrow("cannot replace messages during a run");
    }
    expect(shape(h.messages)).toBe("U A[c1] R(c1) A(aborted)");
    expect(resultText(h.messages, "c1")).toBe("tidied up");
    expect(await log.replay()).toEqual(h.messages);
    check();
    h.replaceMessages([]);
    expect(h.messages).toEqual([]);
  });

  it("C6.6 C4.8 dispose stops the run", async () => {
    const { h } = harness(playing(polite("x")));
    {
      await using run = h.prompt("go");
      await run[Symbol.asyncIterator]().next();
    }
    expect(h.isRunning).toBe(false);
  });

  it("C3.3 when the consumer leaves, what is on the record is still announced", async () => {
    const { h, check } = harness(playing(asks(call("c1", "echo")), says("no")), { tools: [echo] });
    for await (const event of h.prompt("go"))
      if (event.type === "message_start" && event.message.role === "toolResult") break;
    expect(shape(h.messages)).toBe("U A[c1] R(c1) A(aborted)");
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
