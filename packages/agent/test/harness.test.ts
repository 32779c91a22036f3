import { getEventListeners } from "node:events";
import { textOf, userMessage } from "@tau-ts/ai";
import type { Message } from "@tau-ts/ai";
import { describe, expect, it, vi } from "vitest";
import { HarnessError } from "../src/errors.ts";
import type { AgentEvent } from "../src/events.ts";
import { Harness } from "../src/harness.ts";
import type { HarnessOptions } from "../src/harness-options.ts";
import { collect, follow, macrotask } from "./support/collect.ts";
import { aborted, asks, call, playing, polite, says, streaming } from "./support/models.ts";
import { checkBalance, eventNames, shape } from "./support/shapes.ts";
import { hanging, tool } from "./support/tools.ts";

function harness(model: HarnessOptions["model"], options: Partial<HarnessOptions> = {}): Harness {
  return new Harness({ model, ...options });
}

const echo = tool("echo", (args) => JSON.stringify(args));

describe("Harness", () => {
  it("C4.1 messages are a snapshot that outside code cannot change, nor the array it was built from", async () => {
    const built: Message[] = [userMessage("old")];
    const h = harness(playing(says("hi")), { messages: built });
    built.push(userMessage("sneaked in"));
    const before = h.messages;
    expect(() => (before as Message[]).push(userMessage("x"))).toThrow(TypeError);
    expect(() => Object.assign(before[0] as object, { content: "changed" })).toThrow(TypeError);
    await h.prompt("go").result;
    expect([shape(before), shape(h.messages)]).toEqual(["U", "U U A"]);
  });

  it("C4.2 F27 cancel after prompt and before the first event: no model call, U A(aborted)", async () => {
    const model = playing(says("second"));
    const h = harness(model);
    const run = h.prompt("first");
    expect(h.isRunning).toBe(true);
    h.cancel();
    const events = await collect(run);
    expect([shape(h.messages), model.requests.length]).toEqual(["U A(aborted)", 0]);
    checkBalance(events, h.messages);
    expect((await h.prompt("again").result).text).toBe("second");
  });

  it("C4.3 a second prompt throws on the caller's line", () => {
    const h = harness(playing());
    h.prompt("one");
    expect(() => h.prompt("two")).toThrow("already running; use steer() or followUp()");
    expect(() => h.continue()).toThrow(HarnessError);
  });

  it("C4.4 cancel when idle does nothing and does not affect the next run", async () => {
    const h = harness(playing(says("fine")));
    h.cancel();
    const result = await h.prompt("go").result;
    h.cancel();
    expect([result.outcome, result.text]).toEqual(["completed", "fine"]);
  });

  it("C4.5 a queued message is not history until the loop asks, and queues outlive runs", async () => {
    const h = harness(playing(polite("…"), says("two"), says("three")));
    h.steer("first of all");
    expect(h.messages).toHaveLength(0);
    const run = h.prompt("one");
    for await (const event of run) {
      if (event.type !== "message_update") continue;
      h.followUp("and then");
      h.cancel();
      break;
    }
    expect(shape(h.messages)).toBe("U U A(aborted)");
    await h.prompt("two").result;
    expect(h.messages.filter((message) => message.role === "user").map(textOf)).toEqual([
      "one",
      "first of all",
      "two",
      "and then",
    ]);
    expect(shape(h.messages)).toBe("U U A(aborted) U A U A");
  });

  it("C4.5 one message per ask, unless queueMode is all", async () => {
    const texts = async (queueMode: "one-at-a-time" | "all"): Promise<string> => {
      const h = harness(playing(says("1"), says("2"), says("3")), { queueMode });
      h.followUp("a");
      h.followUp("b");
      await h.prompt("go").result;
      return shape(h.messages);
    };
    expect(await texts("one-at-a-time")).toBe("U A U A U A");
    expect(await texts("all")).toBe("U A U U A");
  });

  it("C4.5 the caller can list, pop the newest, and clear", () => {
    const h = harness(playing());
    h.steer("a");
    h.steer("b");
    h.followUp("c");
    expect(h.queued.steering.map(textOf)).toEqual(["a", "b"]);
    const popped = h.popQueued("steering");
    expect(popped && textOf(popped)).toBe("b");
    expect(h.clearQueues().followUp.map(textOf)).toEqual(["c"]);
    expect(h.queued).toEqual({ steering: [], followUp: [] });
  });

  it("C4.6 a listener hears every event after the record changed and before the consumer; first ones first", async () => {
    const order: string[] = [];
    const h = harness(playing(says("hi")));
    h.subscribe((event) => {
      order.push(`other ${event.type}`);
      if (event.type === "message_end") expect(h.messages.at(-1)).toBe(event.message);
    });
    h.subscribe(
      async (event) => {
        await macrotask();
        order.push(`first ${event.type}`);
      },
      { first: true },
    );
    await follow(h.prompt("go"), (event) => order.push(`consumer ${event.type}`));
    expect(order.slice(0, 3)).toEqual([
      "first agent_start",
      "other agent_start",
      "consumer agent_start",
    ]);
    expect(order).toHaveLength(3 * 8 + 2);
  });

  it("C4.6 unsubscribing is idempotent and takes only its own subscription", async () => {
    const heard = vi.fn();
    const h = harness(playing(says("hi")));
    const stop = h.subscribe(heard);
    h.subscribe(heard);
    stop();
    stop();
    await h.prompt("go").result;
    expect(heard).toHaveBeenCalledTimes(9);
  });

  it.each(["agent_start", "message_end", "tool_execution_start", "agent_end"])(
    "C4.6 a listener that throws at %s cancels the run; all others hear every event; the record stays intact",
    async (type) => {
      const model = playing(asks(call("c1", "echo")), says("ok"), says("later"), says("again"));
      const h = harness(model, { tools: [echo] });
      const cause = new Error("disk full");
      let hasThrown = false;
      h.subscribe((event) => {
        if (event.type !== type || hasThrown) return;
        hasThrown = true;
        throw cause;
      });
      const heard: AgentEvent[] = [];
      h.subscribe((event) => event.type !== "agent_settled" && heard.push(event));
      const run = h.prompt("go");
      const failure = await collect(run).catch((error: unknown) => error);
      expect(failure).toMatchObject({ kind: "listener", cause });
      await expect(run.result).rejects.toMatchObject({ kind: "listener", cause });
      checkBalance(heard, h.messages);
      expect(heard.at(-1)?.type).toBe("agent_end");
      expect(h.isRunning).toBe(false);
      await expect(h.prompt("next").result).resolves.toMatchObject({ outcome: "completed" });
    },
  );

  it("C4.7 PEER-20 PEER-25 the transcript is not replaced, nor appended to, during a run", async () => {
    const h = harness(playing(says("hi")));
    const run = h.prompt("go");
    expect(() => h.replaceMessages([])).toThrow("cannot replace messages during a run");
    expect(() => h.append(userMessage("x"))).toThrow(HarnessError);
    await run.result;
    h.replaceMessages([userMessage("fresh")]);
    expect(shape(h.messages)).toBe("U");
  });

  it("C4.7 append is announced to the listeners", async () => {
    const h = harness(playing());
    const heard: AgentEvent[] = [];
    h.subscribe((event) => void heard.push(event));
    await h.append(userMessage("note"));
    expect(eventNames(heard)).toEqual(["ms(U)", "me(U)"]);
    checkBalance(heard, h.messages);
  });

  it("C4.7 configure acts from the next turn", async () => {
    const other = playing(says("from the other"));
    const first = playing(
      () => (h.configure({ model: other, thinking: "low" }), asks(call("c1", "echo"))),
    );
    const h: Harness = harness(first, { tools: [echo] });
    const { text } = await h.prompt("go").result;
    expect(text).toBe("from the other");
    expect(other.requests[0]?.thinking).toBe("low");
  });

  it("C4.8 when the listeners have heard agent_end the run is over, before the consumer is handed it", async () => {
    const h = harness(playing(says("hi"), says("ho")));
    const running: boolean[] = [];
    h.subscribe((event) => event.type === "agent_end" && running.push(h.isRunning));
    await follow(
      h.prompt("go"),
      (event) => event.type === "agent_end" && running.push(h.isRunning),
    );
    expect(running).toEqual([true, false]);
  });

  it("C4.8 listeners hear that the harness is idle after agent_end, and may prompt again; the run does not", async () => {
    const h = harness(playing(says("one"), says("two")));
    const settled: string[] = [];
    let again: Promise<unknown> | undefined;
    h.subscribe((event) => {
      if (event.type !== "agent_settled") return;
      settled.push(`${h.isRunning}`);
      again ??= h.prompt("again").result;
    });
    const events = await collect(h.prompt("go"));
    expect(events.map((event) => event.type)).not.toContain("agent_settled");
    await again;
    expect(settled).toEqual(["false", "false"]);
    expect(shape(h.messages)).toBe("U A U A");
  });

  it("C4.6 a listener that fails when the harness is idle is heard of like any other", async () => {
    const h = harness(playing(says("one"), says("two")));
    const unsubscribe = h.subscribe((event) => {
      if (event.type === "agent_settled") throw new Error("too late");
    });
    await expect(h.prompt("go").result).rejects.toMatchObject({ kind: "listener" });
    unsubscribe();
    expect((await h.prompt("go").result).text).toBe("two");
  });

  it("C4.9 a run is lazy", async () => {
    const model = playing(says("hi"));
    const h = harness(model);
    const run = h.prompt("go");
    await macrotask();
    expect([h.messages.length, model.requests.length]).toEqual([0, 0]);
    expect((await run.result).text).toBe("hi");
  });

  it("C4.9 reading result does not take events from a consumer that begins in the same breath", async () => {
    const h = harness(playing(asks(call("c1", "echo")), says("ok")), { tools: [echo] });
    const run = h.prompt("go");
    const { result } = run;
    const events = await collect(run);
    checkBalance(events, h.messages);
    expect((await result).outcome).toBe("completed");
  });

  it("C4.9 a run is iterated once", async () => {
    const h = harness(playing(says("hi")));
    const run = h.prompt("go");
    await collect(run);
    expect(() => run[Symbol.asyncIterator]()).toThrow(HarnessError);
    const other = harness(playing(says("hi"))).prompt("go");
    await other.result;
    expect(() => other[Symbol.asyncIterator]()).toThrow(HarnessError);
  });

  it("C4.9 from stop() on the run drives itself, and an iterating consumer still reads to agent_end", async () => {
    const stuck = hanging("stuck");
    const h = harness(playing(asks(call("c1", "stuck"))), { tools: [stuck.tool] });
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
    const h = harness(playing(says("one"), says("two")));
    h.prompt("never read");
    expect(await h.stop()).toBe("clean");
    expect(shape(h.messages)).toBe("U A(aborted)");
    expect((await h.prompt("go").result).text).toBe("one");
  });

  it("C4.9 an async function may return a run: it is not a thenable", async () => {
    const h = harness(playing(says("hi")));
    const run = await (async () => h.prompt("go"))();
    expect((await run.result).text).toBe("hi");
  });

  it("C5.3 a thousand runs leave no listener on the caller's signal", async () => {
    const { signal } = new AbortController();
    const model = { stream: () => streaming("x") };
    const h = harness(model);
    for (let index = 0; index < 1000; index += 1) await h.prompt("go", { signal }).result;
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  it("C4.10 a result that is read and forgotten is nobody's unhandled rejection", async () => {
    const unhandled = vi.fn();
    process.on("unhandledRejection", unhandled);
    try {
      const h = harness(playing(says("hi")));
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

  it("continue goes on from the record without new words", async () => {
    const h = harness(playing(says("done")), {
      messages: [userMessage("go"), asks(call("c1", "echo"))],
    });
    await h.continue().result;
    expect(shape(h.messages)).toBe("U A[c1] A");
  });

  it("C10.1 PEER-22 work of an application's own keeps the harness busy, and stop() ends it", async () => {
    const h = harness(playing(says("hi")));
    const tidy = h.occupy(async ({ signal }) => (await aborted(signal), "tidied up"));
    expect(h.isRunning).toBe(true);
    expect(() => h.prompt("go")).toThrow(HarnessError);
    expect(await h.stop({ graceMs: 60_000 })).toBe("clean");
    expect(await tidy).toBe("tidied up");
    const deaf = h.occupy(() => new Promise<never>(() => undefined));
    const failure = deaf.catch((error: unknown) => error);
    expect(await h.stop({ graceMs: 0, reason: "enough" })).toBe("hard");
    expect(await failure).toMatchObject({ name: "AbortError", message: "enough" });
    expect((await h.prompt("go").result).text).toBe("hi");
  });

  it("waitForIdle resolves when the run is over", async () => {
    const h = harness(playing(says("hi")));
    void h.prompt("go").result;
    await h.waitForIdle();
    expect(h.isRunning).toBe(false);
  });
});
