import type { JsonObject } from "@tau-ts/ai";
import type { Tool, ToolContext, ToolResult } from "../../src/tool/tool.ts";

/** A tool that takes any arguments. */
export function tool(
  name: string,
  execute: (args: JsonObject, context: ToolContext) => unknown,
  extra: Partial<Tool> = {},
): Tool {
  return {
    name,
    description: `the ${name} tool`,
    parameters: { type: "object" },
    execute: async (args, context) =>
      (await execute(args, context)) as string | ToolResult | undefined,
    ...extra,
  };
}

/** A tool that answers its arguments. */
export const echo: Tool = tool("echo", (args) => JSON.stringify(args));

/** A tool whose call hangs until the test lets it go; `started` resolves when it runs. */
export function hanging(
  name: string,
  extra: Partial<Tool> = {},
): {
  tool: Tool;
  started: Promise<ToolContext>;
  finish: (result: string) => void;
  fail: (error: Error) => void;
} {
  const started = Promise.withResolvers<ToolContext>();
  const outcome = Promise.withResolvers<string>();
  outcome.promise.catch(() => undefined);
  return {
    tool: tool(name, (_args, context) => (started.resolve(context), outcome.promise), extra),
    started: started.promise,
    finish: outcome.resolve,
    fail: outcome.reject,
  };
}
