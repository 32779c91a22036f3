import type { AnyTool } from "@tau-ts/agent";
import {
  bashTool,
  confirmWith,
  editTool,
  findTool,
  grepTool,
  guard,
  lsTool,
  readTool,
  writeTool,
} from "@tau-ts/coding";
import type { Ask, Check, Shell, Workspace } from "@tau-ts/coding";
import type { PermissionMode } from "./parse-arguments.ts";

export interface GuardedToolsOptions {
  readonly workspace: Workspace;
  readonly shell: Shell;
  readonly mode: PermissionMode;
  /** Asks the person at the terminal. `undefined` when nobody is there. */
  readonly ask: Ask | undefined;
  /** Told of every call that was refused because nobody is there. */
  readonly onRefused: (tool: string) => void;
}

/** The tools of the command. What only looks is never asked about; what changes something, as the mode says. */
export function guardedTools(options: GuardedToolsOptions): readonly AnyTool[] {
  const { workspace, shell, mode } = options;
  const files = { workspace };
  const looking = [readTool(files), lsTool(files), grepTool(files), findTool(files)];
  const bash = bashTool({ workspace, shell });
  const write = writeTool(files);
  const edit = editTool(files);
  if (mode === "full") return [...looking, bash, write, edit];
  // One check for all three: questions come one at a time, whatever tool they are about.
  const check = askingCheck(options);
  return [...looking, guard(bash, check), guard(write, check), guard(edit, check)];
}

function askingCheck({ ask, onRefused }: GuardedToolsOptions): Check {
  const confirm = confirmWith(ask);
  if (ask) return confirm;
  return (tool, args, context) => {
    onRefused(tool);
    return confirm(tool, args, context);
  };
}
