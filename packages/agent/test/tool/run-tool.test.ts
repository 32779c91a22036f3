import { textOf } from "@tau-ts/ai";
import { describe, expect, it, vi } from "vitest";
import { FatalToolError } from "../../src/errors.ts";
import type { ToolHooks } from "../../src/hooks.ts";
import { runAgent } from "../../src/loop/loop.ts";
import { runTool } from "../../src/tool/run-tool.ts";
import type { ToolContext } from "../../src/tool/tool.ts";
import { collect } from "../support/collect.ts";
import { call, playing, says } from "../support/models.ts";
import { tool } from "../support/tools.ts";

const schema = {
  type: "object",
  properties: { path: { type: "string" }, limit: { type: "integer" } },
  required: ["path"],
  additionalProperties: false,
};

describe("the tool boundary", () => {
  it("C2.1 advertises name, description and parameters of a tool and nothing else", async () => {
    const model = playing(says("hi"));
    const look = tool("look", () => "ok", {
      snippet: "look around",
      guidelines: ["look first"],
      label: "Look",
    });
    await collect(runAgent({ model, messages: [], tools: [look], prompt: "go" }));
    expect(model.requests[0]?.tools).toEqual([
      { name: "look", description: "the look tool", parameters: { type: "object" } },
    ]);
  });

  it.each([
    ["text", () => "fine", "fine", false],
    ["content blocks", () => ({ content: [{ type: "text", text: "fine" }] }), "fine", false],
    ["nothing", () => undefined, "(no output)", false],
    ["empty text", () => "", "(no output)", false],
    ["empty content", () => ({ content: [] }), "(no output)", false],
    [
      "a result that says it failed",
      () => ({ content: [{ type: "text", text: "no" }], isError: true }),
      "no",
      true,
    ],
    ["a number", () => 42, "Tool t answered a number; expected a string or { content: […] }", true],
    [
      "no list",
      () => ({ content: "x" }),
      "Tool t answered an object without a list `content`",
      true,
    ],
    [
      "odd blocks",
      () => ({ content: [{ type: "video" }] }),
      "Tool t answered content that is neither text nor image blocks",
      true,
    ],
    [
      "an Error",
      () => {
        throw new Error("disk on fire");
      },
      "disk on fire",
      true,
    ],
    [
      "a thrown string",
      () => {
        throw "plain";
      },
      "plain",
      true,
    ],
    [
      "an Error without a message",
      () => {
        throw new RangeError();
      },
      "RangeError",
      true,
    ],
    ["a rejection", () => Promise.reject(new Error("later")), "later", true],
  ])("C2.2 one call in, one result out: %s", async (_name, execute, text, isError) => {
    const result = await runTool([tool("t", execute)], call("c1", "t"));
    expect(result).toMatchObject({ role: "toolResult", toolCallId: "c1", toolName: "t", isError });
    expect(textOf(result)).toBe(text);
  });

  it("C2.2 an unknown tool is a result that names it", async () => {
    const result = await runTool([], call("c1", "nope"));
    expect([textOf(result), result.isError]).toEqual(["Tool nope not found", true]);
  });

  it("C2.2 rejects with FatalToolError and nothing else", async () => {
    const fatal = tool("t", () => {
      throw new FatalToolError("the sandbox is gone");
    });
    await expect(runTool([fatal], call("c1", "t"))).rejects.toBeInstanceOf(FatalToolError);
  });

  it("C2.2 details that are no JSON are replaced by a word about it, and the result is kept", async () => {
    const circular: Record<string, unknown> = {};
    circular["self"] = circular;
    const result = await runTool(
      [tool("t", () => ({ content: [{ type: "text", text: "done" }], details: circular }))],
      call("c1", "t"),
    );
    expect(textOf(result)).toBe("done");
    expect(result.details).toEqual({ error: expect.stringContaining("left out") });
  });

  it("C2.4 an aborted signal comes first: nobody is asked and nothing runs", async () => {
    const execute = vi.fn();
    const beforeToolCall = vi.fn();
    const result = await runTool([tool("t", execute)], call("c1", "missing"), {
      signal: AbortSignal.abort(),
      hooks: { beforeToolCall },
    });
    expect([textOf(result), result.isError]).toEqual(["Operation aborted", true]);
    expect(execute).not.toHaveBeenCalled();
    expect(beforeToolCall).not.toHaveBeenCalled();
  });

  it("C2.4 the order is unknown tool, arguments, hook, replaced arguments, signal, run", async () => {
    const seen: string[] = [];
    const hooks: ToolHooks = {
      beforeToolCall: ({ args }) => {
        seen.push(`hook ${JSON.stringify(args)}`);
        return { args: { path: 7 } };
      },
    };
    const t = tool("t", () => void seen.push("run"), { parameters: schema });
    const bad = await runTool([t], call("c1", "t", { path: 1 }), { hooks });
    const replaced = await runTool([t], call("c2", "t", { path: "a" }), { hooks });
    expect(textOf(bad)).toContain("path: expected string");
    expect(textOf(replaced)).toBe("Invalid arguments for t: path: expected string, got 7");
    expect(seen).toEqual(['hook {"path":"a"}']);
  });

  it("C2.4 a stop during the hook means the tool is not run", async () => {
    const controller = new AbortController();
    const execute = vi.fn();
    const result = await runTool([tool("t", execute)], call("c1", "t"), {
      signal: controller.signal,
      hooks: { beforeToolCall: () => controller.abort() },
    });
    expect(textOf(result)).toBe("Operation aborted");
    expect(execute).not.toHaveBeenCalled();
  });

  it("C2.4 a hook may refuse, replace arguments, or fail closed", async () => {
    const echo = tool("t", (args) => JSON.stringify(args));
    const run = async (beforeToolCall: ToolHooks["beforeToolCall"]): Promise<string> =>
      textOf(await runTool([echo], call("c1", "t", { a: 1 }), { hooks: { beforeToolCall } }));
    expect(await run(() => undefined)).toBe('{"a":1}');
    expect(await run(() => ({ block: "not today" }))).toBe("Tool call blocked: not today");
    expect(await run(() => ({ args: { a: 2 } }))).toBe('{"a":2}');
    expect(
      await run(() => {
        throw new Error("boom");
      }),
    ).toBe("Tool call blocked: the check failed: boom");
  });

  it("C2.5 the signal reads not-aborted until the run is cancelled and aborted from then on", async () => {
    const controller = new AbortController();
    const readings: boolean[] = [];
    const t = tool("t", (_args, { signal }) => {
      readings.push(signal.aborted);
      controller.abort();
      readings.push(signal.aborted);
    });
    await runTool([t], call("c1", "t"), { signal: controller.signal });
    expect(readings).toEqual([false, true]);
  });

  it("C2.10 a tool that fails after its signal aborted says that it may have run partly", async () => {
    const controller = new AbortController();
    const t = tool("t", () => {
      controller.abort();
      throw new Error("half written");
    });
    const result = await runTool([t], call("c1", "t"), { signal: controller.signal });
    expect(textOf(result)).toBe(
      "Tool call stopped: half written. It may have run partly; check before repeating it.",
    );
  });

  it("C2.10 an AbortError of the tool's own is an ordinary failure", async () => {
    const t = tool("t", () => {
      throw new DOMException("gave up", "AbortError");
    });
    expect(textOf(await runTool([t], call("c1", "t")))).toBe("gave up");
  });

  it("C6.3 PEER-27 an afterToolCall that throws, hangs or talks nonsense leaves the tool's own result", async () => {
    const onHookError = vi.fn();
    const t = tool("t", () => "real");
    const throwing = {
      afterToolCall: () => {
        throw new Error("boom");
      },
      onHookError,
    };
    expect(textOf(await runTool([t], call("c1", "t"), { hooks: throwing }))).toBe("real");
    expect(onHookError).toHaveBeenCalledOnce();
    const controller = new AbortController();
    const hangs = runTool([t], call("c1", "t"), {
      abandoned: controller.signal,
      hooks: { afterToolCall: () => (controller.abort(), new Promise<undefined>(() => undefined)) },
    });
    expect(textOf(await hangs)).toBe("real");
  });

  it("C3.12 an update after the call settled is a no-op", async () => {
    let context: ToolContext | undefined;
    const onUpdate = vi.fn();
    const t = tool("t", (_args, given) => {
      context = given;
      given.onUpdate({ content: [] });
      return "done";
    });
    await runTool([t], call("c1", "t"), { onUpdate });
    context?.onUpdate({ content: [] });
    expect(onUpdate).toHaveBeenCalledOnce();
  });
});
