import { HarnessError } from "@tau-ts/agent";
import type { AnyTool } from "@tau-ts/agent";
import type { Check } from "../guard/check.ts";
import { guard } from "../guard/guard.ts";
import { maskSecrets } from "../guard/policy/mask-secrets.ts";
import { permissionMode } from "../guard/policy/permission-mode.ts";
import type { PermissionOptions, Permissions } from "../guard/policy/permission-mode.ts";
import type { PermissionMode } from "../guard/policy/policy.ts";
import type { Shell } from "../shell/shell.ts";
import { bashTool } from "../tools/bash.ts";
import { editTool } from "../tools/edit.ts";
import { findTool } from "../tools/find.ts";
import { grepTool } from "../tools/grep.ts";
import { jobsTool } from "../tools/jobs.ts";
import { lsTool } from "../tools/ls.ts";
import { readTool } from "../tools/read.ts";
import { writeTool } from "../tools/write.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** Which tools an agent has. */
export interface ToolList {
  /** Only these, by name. Default: all there are. */
  readonly allow?: readonly string[] | undefined;
  /** Not these, by name. */
  readonly deny?: readonly string[] | undefined;
  /** Tools of your own, behind the same guard. One that has the name of another takes its place. */
  readonly extra?: readonly AnyTool[] | undefined;
  /** Puts something around the tools, inside their guard: snapshots for undo, a log of one's own. */
  readonly wrap?: ((tools: readonly AnyTool[]) => readonly AnyTool[]) | undefined;
}

/** What a {@link Toolbox} is made with. */
export interface ToolboxOptions {
  readonly workspace: Workspace;
  readonly shell: Shell;
  /** Seconds a command may run when its call names no limit. */
  readonly bashTimeoutSeconds: number;
  readonly list?: ToolList | undefined;
  readonly permissions: PermissionOptions;
}

/**
 * The tools of an agent, and the permission mode they are judged by. What was answered with "always" holds in all modes.
 * No mode hides a tool: requests that begin with other tools than the last one would find nothing in the provider's cache.
 */
export class Toolbox {
  /** Each behind the guard. The same in every mode. */
  readonly tools: readonly AnyTool[];
  readonly #options: PermissionOptions;
  #permissions: Permissions;

  /** Throws HarnessError `options` for a name that no tool has, and ToolInputError for a rule that is none. */
  constructor({ list = {}, permissions, ...given }: ToolboxOptions, mode: PermissionMode) {
    const tools = listed(allTools(given, list.extra ?? []), list);
    const { secrets = [] } = permissions;
    this.#options = permissions;
    this.#permissions = permissionMode(mode, permissions);
    this.tools = (list.wrap?.(tools) ?? tools).map((tool) =>
      maskSecrets(guard(tool, this.#check), secrets),
    );
  }

  get permissions(): Permissions {
    return this.#permissions;
  }

  /** Judges by another mode from now on. */
  setMode(mode: PermissionMode): void {
    const { remembered } = this.#permissions;
    this.#permissions = permissionMode(mode, { ...this.#options, remembered });
  }

  /** Asks the permissions of the moment: a stricter mode holds for calls that wait already. */
  readonly #check: Check = (...call) => this.#permissions.check(...call);
}

function allTools(
  { workspace, shell, bashTimeoutSeconds }: Omit<ToolboxOptions, "list" | "permissions">,
  extra: readonly AnyTool[],
): readonly AnyTool[] {
  const files = { workspace };
  const own: readonly AnyTool[] = [
    readTool(files),
    lsTool(files),
    grepTool(files),
    findTool(files),
    bashTool({ workspace, shell, timeoutSeconds: bashTimeoutSeconds }),
    ...(shell.jobs ? [jobsTool({ workspace, shell })] : []),
    writeTool(files),
    editTool(files),
  ];
  const replaced = new Set(extra.map(({ name }) => name));
  return [...own.filter(({ name }) => !replaced.has(name)), ...extra];
}

function listed(tools: readonly AnyTool[], { allow, deny = [] }: ToolList): readonly AnyTool[] {
  const names = tools.map(({ name }) => name);
  const unknown = [...(allow ?? []), ...deny].find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new HarnessError(
      "options",
      `There is no tool ${JSON.stringify(unknown)}. The tools are ${names.join(", ")}.`,
    );
  return tools.filter(({ name }) => (allow?.includes(name) ?? true) && !deny.includes(name));
}
