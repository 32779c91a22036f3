import { describe, expect, it, vi } from "vitest";
import { follow, macrotask } from "../support/collect.ts";
import { harness } from "../support/heard-harness.ts";
import { aborted, asks, call, playing, says } from "../support/models.ts";
import { resultText } from "../support/shapes.ts";
import { echo, hanging, tool } from "../support/tools.ts";

describe("cancelling one call", () => {
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
});
