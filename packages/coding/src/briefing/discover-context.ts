import { isUtf8 } from "node:buffer";
import { errorText } from "../errors.ts";
import { foldersDown } from "../workspace/folders-down.ts";
import { readAll } from "../workspace/workspace.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { ContextFile } from "./system-prompt.ts";

export interface DiscoverOptions {
  /** Hears of a file that was left out, and why. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/**
 * The `AGENTS.md` files that hold in a folder: from the top of the workspace (the nearest folder upwards that holds
 * `.git`, else `cwd` itself) down to `cwd`, so that the more specific comes later. A file that two paths lead to comes
 * once. A file that cannot be read, or is not UTF-8, is left out with a warning.
 */
export async function discoverContext(
  workspace: Workspace,
  cwd: string,
  options: DiscoverOptions = {},
): Promise<readonly ContextFile[]> {
  const files = new Map<string, ContextFile>();
  const start = workspace.resolve(cwd);
  for (const folder of (await foldersDown(workspace, start)) ?? [start]) {
    const path = workspace.resolve("AGENTS.md", folder);
    try {
      const found = await readContext(workspace, path);
      if (found && !files.has(found.real)) files.set(found.real, { path, text: found.text });
    } catch (error) {
      options.onWarning?.(`${path} was left out: ${errorText(error)}`);
    }
  }
  return [...files.values()];
}

async function readContext(
  workspace: Workspace,
  path: string,
): Promise<{ readonly real: string; readonly text: string } | undefined> {
  const stat = await workspace.stat(path);
  if (!stat) return undefined;
  const bytes = await readAll(workspace, path);
  if (!isUtf8(bytes)) throw new Error("it is not UTF-8 text");
  return { real: await workspace.realPath(path), text: new TextDecoder().decode(bytes) };
}
