import type { ImageContent, JsonObject, TextContent, ToolDefinition } from "@tau-ts/ai";

/** A JSON Schema (draft 2020-12 or 7) of the arguments: an object schema, as plain JSON. */
export type JsonSchema = JsonObject;

/** What a tool is handed beside its arguments. */
export interface ToolContext<Details = unknown> {
  readonly toolCallId: string;
  /** Aborts when the run, or this call, is asked to stop: finish or tidy up soon. */
  readonly signal: AbortSignal;
  /** Aborts when nobody waits for this call any more: do at once what cannot wait, such as killing a child. */
  readonly abandoned: AbortSignal;
  /** Shows progress. Only the newest undelivered update is kept; after the call settled it does nothing. */
  onUpdate(partial: ToolResult<Details>): void;
}

/** What a tool answers. A plain string stands for one text block; nothing at all reads `(no output)`. */
export interface ToolResult<Details = unknown> {
  content: (TextContent | ImageContent)[];
  /** Structured news for frontends; a model never sees it. Plain JSON. */
  details?: Details;
  /** The tool could not do its job. Throwing says the same. */
  isError?: boolean;
  /** When every result of a batch says so, the run ends after the batch without another model call. */
  terminate?: boolean;
}

/**
 * A tool is a plain object. Only `name`, `description` and `parameters` are advertised to a model; `snippet` (one line)
 * and `guidelines` are for a system prompt, `label` for people.
 */
export interface Tool<Args = JsonObject, Details = unknown> extends ToolDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
  readonly label?: string | undefined;
  readonly snippet?: string | undefined;
  readonly guidelines?: readonly string[] | undefined;
  /** A batch runs in parallel only if every tool in it says `parallel`. Default `sequential`. */
  readonly executionMode?: "sequential" | "parallel" | undefined;
  /** Runs one call. A failure is thrown; whatever is thrown becomes a result that a model can read. */
  execute(
    args: Args,
    context: ToolContext<Details>,
  ): string | ToolResult<Details> | void | Promise<string | ToolResult<Details> | void>;
}

/** Any tool, whatever its arguments: what options that take tools are typed with. */
export type AnyTool = Tool<never>;
