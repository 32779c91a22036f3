import { runTool } from "@tau-ts/agent";
import type { AnyTool, RunToolOptions } from "@tau-ts/agent";
import { isJsonObject, textOf } from "@tau-ts/ai";
import type { ImageContent, JsonObject, TextContent } from "@tau-ts/ai";

export interface Called {
  readonly text: string;
  readonly isError: boolean;
  readonly details: JsonObject;
  readonly content: readonly (TextContent | ImageContent)[];
  readonly milliseconds: number;
}

/** Runs one call the way the loop does. */
export async function call(
  tool: AnyTool,
  args: JsonObject,
  options: RunToolOptions = {},
): Promise<Called> {
  const started = performance.now();
  const request = { type: "toolCall", id: "c1", name: tool.name, arguments: args } as const;
  const result = await runTool([tool], request, options);
  return {
    text: textOf(result),
    isError: result.isError,
    details: isJsonObject(result.details) ? result.details : {},
    content: result.content,
    milliseconds: performance.now() - started,
  };
}
