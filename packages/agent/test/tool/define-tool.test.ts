import { textOf } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import { Harness } from "../../src/harness/harness.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { runTool } from "../../src/tool/run-tool.ts";
import type { AnyTool, Tool } from "../../src/tool/tool.ts";
import { call, playing, says } from "../support/models.ts";

const asJson = defineTool({
  name: "copy",
  description: "Copies lines.",
  parameters: {
    type: "object",
    properties: {
      path: { type: "string" },
      lines: { type: "array", items: { type: "integer" } },
      mode: { enum: ["fast", "safe"] },
      depth: { type: ["integer", "null"] },
    },
    required: ["path", "lines"],
  },
  execute: (args) => {
    expectTypeOf(args).toEqualTypeOf<{
      path: string;
      lines: number[];
      mode?: "fast" | "safe";
      depth?: number | null;
    }>();
    return `${args.path} ${args.lines.join("+")} ${args.mode ?? "no mode"}`;
  },
});

const asZod = defineTool({
  name: "copy",
  description: "Copies lines.",
  parameters: z.object({
    path: z.string(),
    lines: z.array(z.int()),
    mode: z.enum(["fast", "safe"]).optional(),
    depth: z.int().nullable().optional(),
  }),
  execute: (args) => {
    expectTypeOf(args.lines).toEqualTypeOf<number[]>();
    expectTypeOf(args.mode).toEqualTypeOf<"fast" | "safe" | undefined>();
    return `${args.path} ${args.lines.join("+")} ${args.mode ?? "no mode"}`;
  },
});

describe.each<[string, AnyTool]>([
  ["JSON Schema", asJson],
  ["zod", asZod],
])("a tool given as %s", (_name, tool) => {
  const run = async (args: JsonObject): Promise<string> =>
    textOf(await runTool([tool], call("c1", "copy", args)));

  it("runs with valid and with repaired arguments", async () => {
    expect(await run({ path: "a", lines: [1, 2], mode: "safe" })).toBe("a 1+2 safe");
    expect(await run({ path: "a", lines: "[1,2]", mode: null })).toBe("a 1+2 no mode");
  });

  it("C2.2 refuses invalid ones, naming what is wrong", async () => {
    expect(await run({ lines: [1] })).toBe(
      "Invalid arguments for copy: path: required, but missing",
    );
    expect(await run({ path: "a", lines: [1.5] })).toBe(
      "Invalid arguments for copy: lines.0: expected integer, got 1.5",
    );
    expect(await run({ path: "a", lines: [], mode: "odd" })).toBe(
      'Invalid arguments for copy: mode: expected one of ["fast","safe"], got "odd"',
    );
  });

  it("C1.6 tells the model plain JSON", async () => {
    const model = playing(says("hi"));
    await new Harness({ model, tools: [tool] }).prompt("go").result;
    const parameters = model.requests[0]?.tools?.[0]?.parameters;
    expect(parameters).toStrictEqual(JSON.parse(JSON.stringify(parameters)));
    expect(parameters).toMatchObject({ type: "object", required: ["path", "lines"] });
  });
});

describe("defineTool", () => {
  it("a schema library's defaults and transformations apply", async () => {
    const tool = defineTool({
      name: "t",
      description: "d",
      parameters: z.object({
        size: z.int().default(3),
        name: z.string().transform((name) => name.length),
      }),
      execute: ({ size, name }) => `${size} ${name}`,
    });
    expect(textOf(await runTool([tool], call("c1", "t", { name: "four" })))).toBe("3 4");
  });

  it("what only the library can see is refused too", async () => {
    const parameters = z
      .object({ path: z.string() })
      .refine(({ path }) => !path.startsWith("/"), { message: "must be relative", path: ["path"] });
    const tool = defineTool({ name: "t", description: "d", parameters, execute: () => "ran" });
    const result = await runTool([tool], call("c1", "t", { path: "/etc" }));
    expect([textOf(result), result.isError]).toEqual([
      "Invalid arguments: path: must be relative",
      true,
    ]);
  });

  it("the type of the arguments can be given, and any tool goes into `tools` without a cast", () => {
    interface ReadArgs {
      path: string;
    }
    const read = defineTool<ReadArgs>({
      name: "read",
      description: "d",
      parameters: { type: "object" },
      execute: ({ path }) => path,
    });
    expectTypeOf(read).toEqualTypeOf<Tool<ReadArgs>>();
    expectTypeOf<Tool<ReadArgs, { lines: number }>>().toExtend<AnyTool>();
    const tools: readonly AnyTool[] = [read, asJson, asZod];
    expect(new Harness({ model: playing(), tools }).isRunning).toBe(false);
  });
});
