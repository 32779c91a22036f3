import { join } from "node:path";
import { CodingError } from "../errors.ts";
import { foldersDown } from "../workspace/folders-down.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { UserFolders } from "./user-folders.ts";

/** A project as seen from a folder in it. */
export interface Project {
  /** The top: the nearest folder upwards that holds `.git`, else the folder itself. Links are followed. */
  readonly root: string;
  /** From the top down to the folder, by the names the folder was reached by. */
  readonly folders: readonly string[];
}

/** A project, and where in it what is loaded may be. */
export interface ProjectPlaces extends Project {
  /** Folders for skills, templates, settings and system prompts that are not the user's own, in rising precedence. */
  readonly resourceFolders: readonly string[];
}

/** Names of a folder's own context files, best first. */
export const contextFileNames = ["AGENTS.override.md", "AGENTS.md", "CLAUDE.md"] as const;

/** Folders inside a project, or inside the user's home, that hold skills and prompt templates. */
const resourceFolderNames = [".tau", ".agents"] as const;

/** The project that a folder belongs to. Where the way up cannot be looked at, it is the folder alone. */
export async function findProject(workspace: Workspace, cwd: string): Promise<Project> {
  const start = workspace.resolve(cwd);
  const folders = (await wayDown(workspace, start)) ?? [start];
  return { root: await workspace.realPath(folders[0] ?? start), folders };
}

/** The same, with the places in it: looked for once, it can be handed on to whatever asks for it. */
export async function findProjectPlaces(
  workspace: Workspace,
  cwd: string,
  user: UserFolders,
): Promise<ProjectPlaces> {
  const project = await findProject(workspace, cwd);
  return { ...project, resourceFolders: await resourceFoldersOf(workspace, project, user) };
}

async function wayDown(
  workspace: Workspace,
  start: string,
): Promise<readonly string[] | undefined> {
  try {
    return await foldersDown(workspace, start);
  } catch (error) {
    if (CodingError.isInstance(error)) return undefined;
    throw error;
  }
}

/**
 * The user's own folders for skills, templates, context files and system prompts, in rising precedence: those that other
 * tools read as well come before the one that is only ours.
 */
export function userResourceFolders({ home, tauHome }: UserFolders): readonly string[] {
  const shared = resourceFolderNames.map((name) => join(home, name));
  return [...shared.filter((folder) => folder !== tauHome), tauHome];
}

/** A home folder may be a project itself: what is the user's own is then not the project's. */
async function resourceFoldersOf(
  workspace: Workspace,
  project: Project,
  user: UserFolders,
): Promise<readonly string[]> {
  const own = new Set<string>();
  for (const folder of userResourceFolders(user)) own.add(await realOrNamed(workspace, folder));
  const found: string[] = [];
  for (const folder of project.folders)
    for (const name of resourceFolderNames) {
      const path = workspace.resolve(name, folder);
      if (!own.has(await realOrNamed(workspace, path))) found.push(path);
    }
  return found;
}

/** A path that the workspace does not let in cannot be one of the user's folders by another name. */
async function realOrNamed(workspace: Workspace, path: string): Promise<string> {
  try {
    return await workspace.realPath(path);
  } catch {
    return path;
  }
}
