import { WorkspaceError } from "@tau-ts/coding";
import type { DirectoryEntry, Workspace } from "@tau-ts/coding";
import { mostOffered } from "./completion-menu.ts";

/**
 * The paths that begin with what is typed, one folder deep, as they would be typed on: folders end with `/`. Case counts
 * only when upper case is typed, names with a leading dot are there once the dot is typed. A folder that is not there or
 * cannot be read holds nothing.
 */
export async function listPaths(
  workspace: Workspace,
  typed: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  signal.throwIfAborted();
  const path = typed === "~" ? "~/" : typed;
  const cut = path.lastIndexOf("/") + 1;
  const folder = path.slice(0, cut);
  const start = path.slice(cut);
  const absolute = resolved(workspace, folder);
  if (absolute === undefined) return [];
  const entries = await entriesOf(workspace, absolute);
  signal.throwIfAborted();
  const fitting = entries.filter(({ name }) => isFitting(name, start)).slice(0, mostOffered);
  const paths: string[] = [];
  for (const entry of fitting) {
    const isFolder = await leadsToFolder(workspace, absolute, entry);
    signal.throwIfAborted();
    paths.push(`${folder}${entry.name}${isFolder ? "/" : ""}`);
  }
  return paths;
}

function isFitting(name: string, start: string): boolean {
  if (name.startsWith(".") && !start.startsWith(".")) return false;
  const isExact = start !== start.toLowerCase();
  return (isExact ? name : name.toLowerCase()).startsWith(start);
}

function resolved(workspace: Workspace, folder: string): string | undefined {
  try {
    return workspace.resolve(folder === "" ? "." : folder);
  } catch (error) {
    if (WorkspaceError.isInstance(error)) return undefined;
    throw error;
  }
}

async function entriesOf(workspace: Workspace, folder: string): Promise<readonly DirectoryEntry[]> {
  try {
    return await workspace.list(folder);
  } catch (error) {
    if (WorkspaceError.isInstance(error)) return [];
    throw error;
  }
}

async function leadsToFolder(
  workspace: Workspace,
  folder: string,
  { name, kind }: DirectoryEntry,
): Promise<boolean> {
  if (kind !== "link") return kind === "directory";
  try {
    return (await workspace.stat(workspace.resolve(`./${name}`, folder)))?.kind === "directory";
  } catch (error) {
    if (WorkspaceError.isInstance(error)) return false;
    throw error;
  }
}
