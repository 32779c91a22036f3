import { errorText } from "../errors.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { readText } from "./resource-files.ts";
import type { LoadOptions } from "./resource-files.ts";

/** What stands in the user's or the project's own system prompts. */
export interface SystemFiles {
  /** `SYSTEM.md`: takes the place of who the agent is, its tools and its guidelines. An empty one does so too. */
  readonly custom?: string;
  /** `APPEND_SYSTEM.md`: comes after that. */
  readonly append?: string;
}

/**
 * The `SYSTEM.md` and the `APPEND_SYSTEM.md` of the last folder that has one. One that cannot be read is left out with a
 * warning, and the one before it counts. Never rejects.
 */
export async function loadSystemFiles(
  workspace: Workspace,
  folders: readonly string[],
  options: LoadOptions = {},
): Promise<SystemFiles> {
  const custom = await lastOf(workspace, folders, "SYSTEM.md", options);
  const append = await lastOf(workspace, folders, "APPEND_SYSTEM.md", options);
  return { ...(custom !== undefined && { custom }), ...(append !== undefined && { append }) };
}

async function lastOf(
  workspace: Workspace,
  folders: readonly string[],
  name: string,
  { onWarning }: LoadOptions,
): Promise<string | undefined> {
  for (const folder of folders.toReversed()) {
    const path = workspace.resolve(name, folder);
    try {
      const file = await readText(workspace, path);
      if (file) return file.text.trim();
    } catch (error) {
      onWarning?.(`${path} was left out: ${errorText(error)}`);
    }
  }
  return undefined;
}
