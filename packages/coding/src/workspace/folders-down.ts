import { WorkspaceError } from "../errors.ts";
import type { Workspace } from "./workspace.ts";

/**
 * The folders from the nearest one upwards that holds `.git` down to `folder` itself. Undefined when there is none, or
 * when it would be outside what the workspace allows.
 */
export async function foldersDown(
  workspace: Workspace,
  folder: string,
): Promise<readonly string[] | undefined> {
  const folders: string[] = [];
  try {
    for (let current = folder; ;) {
      folders.unshift(current);
      if (await workspace.stat(workspace.resolve(".git", current))) return folders;
      const parent = workspace.resolve("..", current);
      if (parent === current) return undefined;
      current = parent;
    }
  } catch (error) {
    if (WorkspaceError.isInstance(error) && error.kind === "outside") return undefined;
    throw error;
  }
}
