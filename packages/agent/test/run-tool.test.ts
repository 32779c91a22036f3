import { textOf } from "@tau-ts/ai";
import { describe, expect, it, vi } from "vitest";
import { FatalToolError } from "../src/errors.ts";
import type { ToolHooks } from "../src/hooks.ts";
import { runAgent } from "../src/loop.ts";
import { runTool } from "../src/run-tool.ts";
import type { ToolContext } from "../src/tool.ts";
import { collect } from "./support/collect.ts";
import { asks, call, playing, says } from "./support/models.ts";
import { tool } from "./support/tools.ts";

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

  it.each([
    [{}, "path: required, but missing"],
    [{ path: 5 }, "path: expected string, got 5"],
    [{ path: "a", limit: "many" }, 'limit: expected integer, got "many"'],
    [{ path: "a", depth: 1 }, "depth: not an argument of this tool"],
  ])(
    "C2.2 invalid arguments %j name the argument, what was expected and what came",
    async (args, problem) => {
      const execute = vi.fn();
      const result = await runTool(
        [tool("t", execute, { parameters: schema })],
        call("c1", "t", args),
      );
      expect(textOf(result)).toBe(`Invalid arguments for t: ${problem}`);
      expect(result.isError).toBe(true);
      expect(execute).not.toHaveBeenCalled();
    },
  );

  it("C2.2 a schema that cannot be used is a result that says so, and no schema is written to", async () => {
    const execute = vi.fn();
    const broken = { type: "object", properties: { a: { $ref: "#/nowhere" } } };
    const result = await runTool(
      [tool("t", execute, { parameters: broken })],
      call("c1", "t", { a: 1 }),
    );
    expect(textOf(result)).toContain(
      "Invalid arguments for t: the tool's own schema cannot be used",
    );
    expect(execute).not.toHaveBeenCalled();
    const frozen = Object.freeze({
      type: "object",
      properties: Object.freeze({ a: Object.freeze({ type: "string" }) }),
    });
    expect(
      textOf(
        await runTool(
          [tool("t", () => "ran", { parameters: frozen })],
          call("c1", "t", { a: "x" }),
        ),
      ),
    ).toBe("ran");
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

  it("C2.9 repairs what leaves no doubt, and the tool and the hook see the same values", async () => {
    const parameters = {
      type: "object",
      properties: {
        count: { type: "integer" },
        deep: { type: "boolean" },
        label: { type: "string" },
        edits: { type: "array", items: { type: "object", properties: { n: { type: "number" } } } },
        maybe: { type: ["string", "null"] },
      },
    };
    const seen: unknown[] = [];
    const t = tool("t", (args) => void seen.push(args), { parameters });
    await runTool(
      [t],
      call("c1", "t", {
        count: "3",
        deep: "true",
        label: null,
        edits: '[{"n":"1.5"}]',
        maybe: null,
      }),
      { hooks: { beforeToolCall: ({ args }) => void seen.push(args) } },
    );
    const repaired = { count: 3, deep: true, edits: [{ n: 1.5 }], maybe: null };
    expect(seen).toEqual([repaired, repaired]);
  });

  it("C2.9 each repair is noted on the end of the call, and a call without any says nothing", async () => {
    const parameters = {
      type: "object",
      properties: { count: { type: "integer" }, label: { type: "string" } },
    };
    const t = tool("t", () => "done", { parameters });
    const model = playing(
      asks(call("c1", "t", { count: "3", label: null }), call("c2", "t", { count: 3 })),
      says("done"),
    );
    const events = await collect(runAgent({ model, messages: [], tools: [t], prompt: "go" }));
    const ends = events.filter((event) => event.type === "tool_execution_end");
    expect(ends.map(({ repairs }) => repairs)).toEqual([
      ["count: text read as integer", "label: null left out"],
      undefined,
    ]);
  });

  it("C2.9 neither the tool nor the hook can change the record", async () => {
    const messages = [] as Parameters<typeof runAgent>[0]["messages"];
    const meddle = tool("t", (args) => void (args["a"] = "changed by the tool"));
    await collect(
      runAgent({
        model: playing(asks(call("c1", "t", { a: "asked" })), says("done")),
        messages,
        tools: [meddle],
        prompt: "go",
        hooks: { beforeToolCall: ({ args }) => void (args["a"] = "changed by the hook") },
      }),
    );
    expect(messages[1]).toMatchObject({ content: [{ arguments: { a: "asked" } }] });
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

  it("C13.4 a call whose arguments were no JSON object never runs and shows the model its text", async () => {
    const execute = vi.fn();
    const broken = { ...call("c1", "t"), argumentsError: '{"path": "a' };
    const result = await runTool([tool("t", execute)], broken);
    expect(textOf(result)).toBe(
      'Invalid arguments for t: expected a JSON object, got "{\\"path\\": \\"a"',
    );
    expect(execute).not.toHaveBeenCalled();
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
