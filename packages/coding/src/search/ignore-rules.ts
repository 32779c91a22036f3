import type { Ignore } from "ignore";
import { WorkspaceError } from "../errors.ts";
import { foldersDown } from "../workspace/folders-down.ts";
import { readAll } from "../workspace/workspace.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** The rules of one `.gitignore` and of those in the folders above it. */
export interface IgnoreRules {
  /** The folder the rules are written from, absolute. */
  readonly folder: string;
  readonly rules: Ignore;
  readonly above: IgnoreRules | undefined;
}

/** Adds the rules of a folder's own `.gitignore`, if there is one; a rule holds in its folder and below, never beside it. */
export async function withFolder(
  workspace: Workspace,
  folder: string,
  above: IgnoreRules | undefined,
): Promise<IgnoreRules | undefined> {
  const text = await ignoreFile(workspace, folder);
  if (text === undefined) return above;
  const { default: createIgnore } = await import("ignore");
  return { folder, rules: createIgnore().add(text), above };
}

/** The rules that hold in a folder because of the folders above it, up to the one that holds `.git`. */
export async function rulesAbove(
  workspace: Workspace,
  folder: string,
): Promise<IgnoreRules | undefined> {
  const folders = (await foldersDown(workspace, folder)) ?? [];
  let rules: IgnoreRules | undefined;
  for (const outer of folders.slice(0, -1)) rules = await withFolder(workspace, outer, rules);
  return rules;
}

/** A file that is there but cannot be read has no rules: better to find too much than to find nothing. */
async function ignoreFile(workspace: Workspace, folder: string): Promise<string | undefined> {
  const path = workspace.resolve(".gitignore", folder);
  try {
    const stat = await workspace.stat(path);
    if (stat?.kind !== "file") return undefined;
    return new TextDecoder().decode(await readAll(workspace, path));
  } catch (error) {
    if (error instanceof WorkspaceError) return undefined;
    throw error;
  }
}

/** Whether a path is ignored: the innermost folder with a rule for it decides. */
export function isIgnored(
  rules: IgnoreRules | undefined,
  path: string,
  isFolder: boolean,
): boolean {
  for (let level = rules; level; level = level.above) {
    const start = level.folder === "/" ? 1 : level.folder.length + 1;
    const relative = path.slice(start).replaceAll("\\", "/");
    const { ignored, unignored } = level.rules.test(isFolder ? `${relative}/` : relative);
    if (ignored) return true;
    if (unignored) return false;
  }
  return false;
}
