import { describe, expect, it, vi } from "vitest";
import { contextForModel } from "../../src/view/view.ts";
import { macrotask } from "../support/collect.ts";
import { answersTwice, harness } from "../support/heard-harness.ts";
import { asks, call, deafAfter, playing, says } from "../support/models.ts";
import { eventNames, resultText, shape } from "../support/shapes.ts";
import { echo, hanging, tool } from "../support/tools.ts";

describe("a hard stop", () => {
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
});
