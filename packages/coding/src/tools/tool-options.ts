import type { ToolResult } from "@tau-ts/agent";
import { ToolInputError } from "../errors.ts";
import { resolveBudget } from "../output/budget.ts";
import type { Budget, ResolvedBudget } from "../output/budget.ts";
import type { Shell } from "../shell/shell.ts";
import { LocalWorkspace } from "../workspace/local-workspace.ts";
import { ReadRecord } from "../workspace/read-record.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** What every tool of this package is made with. */
export interface ToolOptions extends Budget {
  /** Where relative paths and commands start. Default: the workspace's working directory. */
  readonly cwd?: string | undefined;
  /** Default: a `LocalWorkspace`, this machine's files without a limit. */
  readonly workspace?: Workspace | undefined;
  /** Only bash and jobs use it. Default: a `LocalShell`. */
  readonly shell?: Shell | undefined;
  /**
   * What the agent has read, shared by its read, write and edit tools: they refuse to change a file that somebody else
   * changed since. Default: that of the workspace.
   */
  readonly reads?: ReadRecord | undefined;
}

/** The same with every default filled in. */
export interface ResolvedToolOptions {
  readonly cwd: string;
  readonly workspace: Workspace;
  readonly budget: ResolvedBudget;
  readonly reads: ReadRecord;
}

/** The options with their defaults. Throws `RangeError` for limits below 1. */
export function resolveToolOptions(options: ToolOptions): ResolvedToolOptions {
  const workspace = options.workspace ?? new LocalWorkspace();
  const cwd = options.cwd === undefined ? workspace.cwd : workspace.resolve(options.cwd);
  const reads = options.reads ?? workspace.reads ?? new ReadRecord();
  return { cwd, workspace, budget: resolveBudget(options), reads };
}

/** The argument that names the file a tool works on. */
export const filePathSchema = {
  type: "string",
  description: "Path of the file, absolute or relative to the working directory.",
} as const;

/** The argument `timeout`, in seconds. Throws `ToolInputError` when it is no number above 0 and at most `most`. */
export function checkSeconds(seconds: unknown, most: number): number {
  if (typeof seconds === "number" && seconds > 0 && seconds <= most) return seconds;
  throw new ToolInputError(
    `timeout must be a number of seconds above 0 and at most ${most}, but is ${JSON.stringify(seconds)}.`,
  );
}

/** A result of one text block. */
export function textResult<Details>(text: string, details: Details): ToolResult<Details> {
  return { content: [{ type: "text", text }], details };
}
