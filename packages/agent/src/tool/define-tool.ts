import type { JsonObject } from "@tau-ts/ai";
import { frozenJson } from "../recorded.ts";
import type { FromSchema, SchemaLiteral } from "./schema-types.ts";
import { isStandardJsonSchema, parseWith, toJsonSchema } from "./standard-schema.ts";
import type { StandardJsonSchema } from "./standard-schema.ts";
import type { Tool, ToolContext, ToolResult } from "./tool.ts";

type Answer<Details> = string | ToolResult<Details> | void;

/** A tool whose arguments are described by something else than plain JSON. */
interface ToolWith<Schema, Args, Details> extends Omit<
  Tool<Args, Details>,
  "parameters" | "execute"
> {
  readonly parameters: Schema;
  execute(args: Args, context: ToolContext<Details>): Answer<Details> | Promise<Answer<Details>>;
}

/**
 * Makes a tool out of a literal and gives `execute` the type of its arguments. `parameters` is a schema of a library that
 * speaks Standard Schema with JSON Schema (its output type, defaults and transformations apply), a JSON Schema literal
 * (its type is read), or a JSON Schema with the type of the arguments given: `defineTool<Args>({ … })`.
 */
export function defineTool<Output, Details = unknown>(
  tool: ToolWith<StandardJsonSchema<Output>, Output, Details>,
): Tool<Output, Details>;
export function defineTool<const Schema extends SchemaLiteral, Details = unknown>(
  tool: ToolWith<Schema, FromSchema<Schema>, Details>,
): Tool<FromSchema<Schema>, Details>;
export function defineTool<Args = JsonObject, Details = unknown>(
  tool: Tool<Args, Details>,
): Tool<Args, Details>;
export function defineTool(tool: ToolWith<unknown, never, unknown>): unknown {
  const { parameters } = tool;
  if (!isStandardJsonSchema(parameters)) return { ...tool, parameters: frozenJson(parameters) };
  return {
    ...tool,
    parameters: toJsonSchema(parameters),
    execute: async (args: unknown, context: ToolContext): Promise<unknown> =>
      tool.execute(await parseAs(parameters, args), context),
  };
}

/** The overloads tie a schema's output to what `execute` takes; the implementation cannot see it. */
async function parseAs(schema: StandardJsonSchema, args: unknown): Promise<never>;
async function parseAs(schema: StandardJsonSchema, args: unknown): Promise<unknown> {
  return parseWith(schema, args);
}
