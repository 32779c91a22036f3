import { WorkspaceError } from "../errors.ts";
import type { FileStat } from "./file-stat.ts";
import { presentForm } from "./name-forms.ts";
import type { DirectoryEntry, Workspace } from "./workspace.ts";

const listedNames = 20;

/**
 * The file or folder that a model means by `path`, see {@link presentForm}. Throws `WorkspaceError` that says what is there
 * instead when there is none.
 */
export async function existingPath(
  workspace: Workspace,
  path: string,
  cwd: string,
): Promise<{ readonly absolute: string; readonly stat: FileStat }> {
  const absolute = workspace.resolve(path, cwd);
  const found = await presentForm(workspace, absolute);
  const stat = await workspace.stat(found);
  if (stat) return { absolute: found, stat };
  throw new WorkspaceError("not-found", path, await notFoundText(workspace, path, absolute));
}

async function notFoundText(workspace: Workspace, path: string, absolute: string): Promise<string> {
  const folder = workspace.resolve("..", absolute);
  const found = await workspace.stat(folder);
  if (found?.kind !== "directory") return `File not found: ${path}. There is no folder ${folder}.`;
  const names = (await workspace.list(folder)).map(entryName);
  if (names.length === 0) return `File not found: ${path}. Its folder is empty.`;
  const more = names.length > listedNames ? ` and ${names.length - listedNames} more` : "";
  return `File not found: ${path}. Files here: ${names.slice(0, listedNames).join(", ")}${more}`;
}

/** A name as lists show it: folders end with a slash. */
export function entryName({ name, kind }: DirectoryEntry): string {
  return kind === "directory" ? `${name}/` : name;
}
