import { errorText } from "../../errors.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { contextFileNames } from "../project.ts";
import type { ProjectPlaces } from "../project.ts";

/** What a project would have loaded, so that somebody can decide about it. Nothing of it has been used. */
export interface ProtectedInputs extends ProjectPlaces {
  /** Path below the top (above it for links' sake never) and the SHA-256 of what is there, in code-unit order. */
  readonly files: Readonly<Record<string, string>>;
}

/** Files of these names in a resource folder are loaded. */
const singleFiles = ["settings.json", "SYSTEM.md", "APPEND_SYSTEM.md"] as const;
/** Everything below these is loaded, or run at a skill's word. */
const wholeFolders = ["skills", "prompts"] as const;

const maxFiles = 2000;
const maxDepth = 8;

/**
 * Every file that a project would have loaded, from its top down to a folder: context files, settings, system prompts, and
 * whole folders of skills and prompt templates. Files are read only to tell their content later from another.
 */
export async function findProtectedInputs(
  workspace: Workspace,
  project: ProjectPlaces,
): Promise<ProtectedInputs> {
  const paths: string[] = [];
  for (const folder of project.folders)
    paths.push(...contextFileNames.map((name) => workspace.resolve(name, folder)));
  for (const folder of project.resourceFolders) {
    paths.push(...singleFiles.map((name) => workspace.resolve(name, folder)));
    for (const name of wholeFolders)
      await addBelow(workspace, workspace.resolve(name, folder), paths, 0);
  }
  const top = `${project.folders[0] ?? project.root}/`.replace(/\/+$/, "/");
  const found: [string, string][] = [];
  for (const path of paths) {
    const content = await fingerprint(workspace, path);
    if (content !== undefined)
      found.push([path.startsWith(top) ? path.slice(top.length) : path, content]);
  }
  found.sort(([a], [b]) => (a < b ? -1 : 1));
  return { ...project, files: Object.fromEntries(found) };
}

async function addBelow(
  workspace: Workspace,
  folder: string,
  paths: string[],
  depth: number,
): Promise<void> {
  let kind;
  let entries;
  try {
    kind = (await workspace.stat(folder))?.kind;
    entries = kind === "directory" ? await workspace.list(folder) : [];
  } catch {
    paths.push(folder); // It is there, and cannot be looked into: its fingerprint says so.
    return;
  }
  for (const entry of entries) {
    const path = workspace.resolve(entry.name, folder);
    const leadsTo = entry.kind === "link" ? await kindOf(workspace, path) : entry.kind;
    if (leadsTo !== "directory") paths.push(path);
    else if (depth < maxDepth) await addBelow(workspace, path, paths, depth + 1);
    if (paths.length > maxFiles || depth >= maxDepth) throw tooMany(folder);
  }
}

async function kindOf(workspace: Workspace, path: string): Promise<string | undefined> {
  try {
    return (await workspace.stat(path))?.kind;
  } catch {
    return undefined;
  }
}

function tooMany(folder: string): Error {
  return new Error(
    `${folder} holds more than ${maxFiles} files, or folders more than ${maxDepth} deep: too much to be looked through`,
  );
}

/** Undefined when there is no such file. A name that begins with a byte-order mark or a space is a name like another. */
async function fingerprint(workspace: Workspace, path: string): Promise<string | undefined> {
  try {
    const found = await workspace.stat(path);
    if (found === undefined || found.kind === "directory") return undefined;
    // Loaded when it is used: most projects hold nothing to be told apart.
    const { createHash } = process.getBuiltinModule("node:crypto");
    const hash = createHash("sha256");
    for await (const chunk of workspace.read(path)) hash.update(chunk);
    return hash.digest("hex");
  } catch (error) {
    // What cannot be read cannot be loaded either; once it can, its fingerprint is another one.
    return `unreadable: ${errorText(error)}`;
  }
}
