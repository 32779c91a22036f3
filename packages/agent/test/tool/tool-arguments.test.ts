import { textOf } from "@tau-ts/ai";
import { describe, expect, it, vi } from "vitest";
import { runAgent } from "../../src/loop/loop.ts";
import { runTool } from "../../src/tool/run-tool.ts";
import { collect } from "../support/collect.ts";
import { asks, call, playing, says } from "../support/models.ts";
import { tool } from "../support/tools.ts";

const schema = {
  type: "object",
  properties: { path: { type: "string" }, limit: { type: "integer" } },
  required: ["path"],
  additionalProperties: false,
};

describe("arguments of a call", () => {
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

  it("C13.4 a call whose arguments were no JSON object never runs and shows the model its text", async () => {
    const execute = vi.fn();
    const broken = { ...call("c1", "t"), argumentsError: '{"path": "a' };
    const result = await runTool([tool("t", execute)], broken);
    expect(textOf(result)).toBe(
      'Invalid arguments for t: expected a JSON object, got "{\\"path\\": \\"a"',
    );
    expect(execute).not.toHaveBeenCalled();
  });
});
