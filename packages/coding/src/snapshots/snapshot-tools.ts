import type { AnyTool, Tool } from "@tau-ts/agent";
import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import { LocalWorkspace } from "../workspace/local-workspace.ts";
import { presentForm } from "../workspace/name-forms.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { Snapshots } from "./snapshots.ts";

/** What {@link snapshotTools} know of the tools. */
export interface SnapshotToolsOptions {
  /** Where relative paths start: what the tools were made with. */
  readonly cwd: string;
  /** The tools' workspace. Default: a `LocalWorkspace`. Snapshots cover files of this machine only. */
  readonly workspace?: Workspace | undefined;
  /**
   * Whether a call of bash only reads. One that cannot tell says false; a throw counts as false. Default: none does.
   */
  readonly isReadOnly?: ((command: string) => boolean | Promise<boolean>) | undefined;
  /** Names of tools of your own that change no files. Those of this package are known. */
  readonly harmless?: readonly string[] | undefined;
}

const looking = ["read", "grep", "find", "ls", "jobs"];

/**
 * The same tools, with a snapshot before the first change of a run by `write` or `edit`, and around every call of `bash`
 * that does not only read, or of a tool that is not known. Put guards around the result: what is refused needs none.
 */
export function snapshotTools(
  tools: readonly AnyTool[],
  snapshots: Snapshots,
  options: SnapshotToolsOptions,
): readonly AnyTool[] {
  return tools.map((tool) => snapshotTool(tool, snapshots, options));
}

/** {@link snapshotTools} for one tool. */
export function snapshotTool<Args, Details>(
  tool: Tool<Args, Details>,
  snapshots: Snapshots,
  options: SnapshotToolsOptions,
): Tool<Args, Details> {
  const { cwd, isReadOnly, harmless = [] } = options;
  if (looking.includes(tool.name) || harmless.includes(tool.name)) return tool;
  const workspace = options.workspace ?? new LocalWorkspace({ cwd });
  return wrap(tool, snapshots, async (args) => {
    if (tool.name === "bash" && (await readsOnly(args, isReadOnly))) return "nothing";
    const { path } = args;
    if ((tool.name === "write" || tool.name === "edit") && typeof path === "string")
      return pathsOf(workspace, path, cwd);
    return "anything";
  });
}

type Reach = "nothing" | "anything" | readonly string[];

function wrap<Args, Details>(
  tool: Tool<Args, Details>,
  snapshots: Snapshots,
  reachOf: (args: JsonObject) => Promise<Reach>,
): Tool<Args, Details> {
  return {
    ...tool,
    async execute(args, context) {
      const object: JsonObject = isJsonObject(args) ? args : {};
      const reach = await reachOf(object);
      if (reach === "nothing") return tool.execute(args, context);
      const text = describe(tool.name, object);
      const paths = reach === "anything" ? undefined : reach;
      const finish = await snapshots.before({ text, paths }, context.signal);
      try {
        return await tool.execute(args, context);
      } finally {
        finish();
      }
    },
  };
}

async function readsOnly(
  { command }: JsonObject,
  isReadOnly: SnapshotToolsOptions["isReadOnly"],
): Promise<boolean> {
  if (typeof command !== "string") return false;
  try {
    return (await isReadOnly?.(command)) === true;
  } catch {
    return false;
  }
}

/** A path that no file can have is the tool's to refuse. */
async function pathsOf(workspace: Workspace, path: string, cwd: string): Promise<Reach> {
  try {
    const absolute = await presentForm(workspace, workspace.resolve(path, cwd));
    return [await workspace.realPath(absolute)];
  } catch {
    return "nothing";
  }
}

function describe(name: string, { command, path }: JsonObject): string {
  const what = typeof command === "string" ? command : typeof path === "string" ? path : "";
  return what === "" ? name : `${name}: ${what.slice(0, 200)}`;
}
