import { errorText } from "../errors.ts";
import { contextFileNames, findProject } from "../settings/project.ts";
import type { Project } from "../settings/project.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { readText } from "./resource-files.ts";
import type { ResourceText } from "./resource-files.ts";
import type { ContextFile } from "./system-prompt.ts";

/** Where {@link discoverContext} looks, and who hears of what it left out. */
export interface DiscoverOptions {
  /** Folders whose context files hold everywhere, in rising precedence; they come first. */
  readonly globalFolders?: readonly string[] | undefined;
  /** With `false` nothing of the project is looked at, only the global folders. Default true. */
  readonly isProjectTrusted?: boolean | undefined;
  /** The project of `cwd`, when it is known already. Default: it is looked for. */
  readonly project?: Project | undefined;
  /** Hears of a file that was left out, and why. */
  readonly onWarning?: ((warning: string) => void) | undefined;
}

/**
 * The context files that hold in a folder: of the global folders, then from the top of the project (the nearest folder
 * upwards that holds `.git`, else `cwd` itself) down to `cwd`, so that the more specific comes later. A folder has at
 * most one: `AGENTS.override.md`, else `AGENTS.md`, else `CLAUDE.md`. A file that two paths lead to comes once. A file
 * that cannot be read, is not UTF-8 or is far too long is left out with a warning.
 */
export async function discoverContext(
  workspace: Workspace,
  cwd: string,
  options: DiscoverOptions = {},
): Promise<readonly ContextFile[]> {
  const { globalFolders = [], isProjectTrusted = true } = options;
  const project = isProjectTrusted
    ? (options.project ?? (await findProject(workspace, cwd))).folders
    : [];
  const files = new Map<string, ContextFile>();
  for (const folder of [...globalFolders, ...project]) {
    const found = await contextOf(workspace, folder, options);
    if (!found || files.has(found.real) || found.text.trim() === "") continue;
    files.set(found.real, { path: found.path, text: found.text });
  }
  return [...files.values()];
}

async function contextOf(
  workspace: Workspace,
  folder: string,
  { onWarning }: DiscoverOptions,
): Promise<(ResourceText & { readonly path: string }) | undefined> {
  let isAgentsFileThere = false;
  for (const name of contextFileNames) {
    // A broken AGENTS.md still says whose instructions these are.
    if (name === "CLAUDE.md" && isAgentsFileThere) continue;
    const path = workspace.resolve(name, folder);
    try {
      const file = await readText(workspace, path);
      if (file) return { ...file, path };
    } catch (error) {
      if (name === "AGENTS.md") isAgentsFileThere = true;
      onWarning?.(`${path} was left out: ${errorText(error)}`);
    }
  }
  return undefined;
}
