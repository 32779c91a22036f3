import { textOf } from "@tau-ts/ai";
import { describe, expect, it } from "vitest";
import { Harness } from "../../src/harness/harness.ts";
import { MemoryLog } from "../../src/session/memory-log.ts";
import { persistTo } from "../../src/session/persist.ts";
import { contextForModel } from "../../src/view/view.ts";
import { collect, macrotask } from "../support/collect.ts";
import { answersTwice, harness } from "../support/heard-harness.ts";
import { asks, call, playing, polite, says } from "../support/models.ts";
import type { TestModel } from "../support/models.ts";
import { resultText, shape } from "../support/shapes.ts";
import { echo, hanging, tool } from "../support/tools.ts";

describe("leaving a run", () => {
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
});
