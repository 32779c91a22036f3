import type { Message } from "@tau-ts/ai";
import { describe, expect, it, vi } from "vitest";
import { runAgent } from "../../src/loop/loop.ts";
import { follow, macrotask } from "../support/collect.ts";
import { asks, call, playing, says } from "../support/models.ts";
import { run } from "../support/run-loop.ts";
import { checkBalance, eventNames, resultText, shape } from "../support/shapes.ts";
import { echo, hanging, tool } from "../support/tools.ts";

describe("a batch of calls", () => {
  it("C6.3 PEER-27 a hook that throws after one call of a batch does not touch the others", async () => {
    const model = playing(asks(call("c1", "echo"), call("c2", "echo", { n: 2 })), says("ok"));
    const onHookError = vi.fn();
    const { messages, outcome } = await run({
      model,
      tools: [echo],
      hooks: {
        afterToolCall: ({ toolCallId }) => {
          if (toolCallId === "c1") throw new Error("boom");
        },
        onHookError,
      },
    });
    expect([shape(messages), outcome]).toEqual(["U A[c1,c2] R(c1) R(c2) A", "completed"]);
    expect([resultText(messages, "c1"), resultText(messages, "c2")]).toEqual(["{}", '{"n":2}']);
    expect(onHookError).toHaveBeenCalledOnce();
  });

  it("C3.9 C2.5 without a signal a tool still gets one that is not aborted", async () => {
    let seen: boolean | undefined;
    const t = tool(
      "t",
      (_args, { signal, abandoned }) => void (seen = signal.aborted || abandoned.aborted),
    );
    await run({ model: playing(asks(call("c1", "t")), says("ok")), tools: [t] });
    expect(seen).toBe(false);
  });

  it("C3.10 runs a batch side by side only if every tool says so, and records in call order", async () => {
    const slow = hanging("slow", { executionMode: "parallel" });
    const fast = tool("fast", () => "fast", { executionMode: "parallel" });
    const model = playing(asks(call("c1", "slow"), call("c2", "fast")), says("ok"));
    const messages: Message[] = [];
    const events = await follow(
      runAgent({ model, messages, tools: [slow.tool, fast], prompt: "go" }),
      (event) => {
        if (event.type === "tool_execution_update" && event.final) slow.finish("slow");
      },
    );
    expect(shape(messages)).toBe("U A[c1,c2] R(c1) R(c2) A");
    expect(eventNames(events).slice(6, 15)).toEqual([
      "tool_execution_start",
      "tool_execution_start",
      "tool_execution_update",
      "ms(R(c1))",
      "me(R(c1))",
      "tool_execution_end",
      "ms(R(c2))",
      "me(R(c2))",
      "tool_execution_end",
    ]);
    checkBalance(events, messages);
  });

  it("C3.10 one sequential tool makes the whole batch sequential", async () => {
    const order: string[] = [];
    const note = (name: string, extra = {}): ReturnType<typeof tool> =>
      tool(
        name,
        async () => {
          order.push(`${name}+`);
          await macrotask();
          order.push(`${name}-`);
        },
        extra,
      );
    await run({
      model: playing(asks(call("c1", "a"), call("c2", "b")), says("ok")),
      tools: [note("a", { executionMode: "parallel" }), note("b")],
    });
    expect(order).toEqual(["a+", "a-", "b+", "b-"]);
  });

  it("C3.12 only the newest undelivered update of a call is kept", async () => {
    const t = tool("t", async (_args, { onUpdate }) => {
      for (const text of ["1", "2", "3"]) onUpdate({ content: [{ type: "text", text }] });
      await macrotask();
      return "done";
    });
    const { events } = await run({ model: playing(asks(call("c1", "t")), says("ok")), tools: [t] });
    const updates = events.filter((event) => event.type === "tool_execution_update");
    expect(updates.map((update) => update.partialResult)).toEqual([
      { content: [{ type: "text", text: "3" }] },
    ]);
  });
});
