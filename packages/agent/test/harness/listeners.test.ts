import { userMessage } from "@tau-ts/ai";
import { describe, expect, it, vi } from "vitest";
import type { AgentEvent } from "../../src/events.ts";
import { Harness } from "../../src/harness/harness.ts";
import { collect, follow, macrotask } from "../support/collect.ts";
import { asks, call, playing, says } from "../support/models.ts";
import { checkBalance, eventNames, shape } from "../support/shapes.ts";
import { echo } from "../support/tools.ts";

describe("listeners of a Harness", () => {
  it("C4.6 a listener hears every event after the record changed and before the consumer; first ones first", async () => {
    const order: string[] = [];
    const h = new Harness({ model: playing(says("hi")) });
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
    const h = new Harness({ model: playing(says("hi")) });
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
      const h = new Harness({ model, tools: [echo] });
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

  it("C4.7 append is announced to the listeners", async () => {
    const h = new Harness({ model: playing() });
    const heard: AgentEvent[] = [];
    h.subscribe((event) => void heard.push(event));
    await h.append(userMessage("note"));
    expect(eventNames(heard)).toEqual(["ms(U)", "me(U)"]);
    checkBalance(heard, h.messages);
  });

  it("C4.8 when the listeners have heard agent_end the run is over, before the consumer is handed it", async () => {
    const h = new Harness({ model: playing(says("hi"), says("ho")) });
    const running: boolean[] = [];
    h.subscribe((event) => event.type === "agent_end" && running.push(h.isRunning));
    await follow(
      h.prompt("go"),
      (event) => event.type === "agent_end" && running.push(h.isRunning),
    );
    expect(running).toEqual([true, false]);
  });

  it("C4.8 listeners hear that the harness is idle after agent_end, and may prompt again; the run does not", async () => {
    const h = new Harness({ model: playing(says("one"), says("two")) });
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
    const h = new Harness({ model: playing(says("one"), says("two")) });
    const unsubscribe = h.subscribe((event) => {
      if (event.type === "agent_settled") throw new Error("too late");
    });
    await expect(h.prompt("go").result).rejects.toMatchObject({ kind: "listener" });
    unsubscribe();
    expect((await h.prompt("go").result).text).toBe("two");
  });
});
