import { sep } from "node:path";
import { WorkspaceError } from "../errors.ts";
import { foldersDown } from "../workspace/folders-down.ts";
import { readAll } from "../workspace/workspace.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { parseIgnoreFile } from "./ignore-pattern.ts";
import type { IgnorePattern } from "./ignore-pattern.ts";

/** The rules of one `.gitignore` and of those in the folders above it. */
export interface IgnoreRules {
  /** The folder the rules are written from, absolute. */
  readonly folder: string;
  readonly patterns: readonly IgnorePattern[];
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
  return { folder, patterns: parseIgnoreFile(text), above };
}

/** What holds in a folder because of the folders above it. */
export interface RulesAbove {
  readonly rules: IgnoreRules | undefined;
  /** The folder is part of a git repository, and not of what that ignores. */
  readonly isInRepository: boolean;
}

/**
 * Looks at the folders above, up to the one that holds `.git`; without one, none of them counts. Nor do they if they leave
 * the folder out: who names an ignored folder wants to see into it.
 */
export async function rulesAbove(workspace: Workspace, folder: string): Promise<RulesAbove> {
  const folders = await foldersDown(workspace, folder);
  if (!folders) return { rules: undefined, isInRepository: false };
  let rules: IgnoreRules | undefined;
  for (const outer of folders.slice(0, -1)) rules = await withFolder(workspace, outer, rules);
  return isInIgnored(rules, folders.slice(1))
    ? { rules: undefined, isInRepository: false }
    : { rules, isInRepository: true };
}

/** A file that is there but cannot be read has no rules: better to find too much than to find nothing. */
async function ignoreFile(workspace: Workspace, folder: string): Promise<string | undefined> {
  const path = workspace.resolve(".gitignore", folder);
  try {
    const stat = await workspace.stat(path);
    if (stat?.kind !== "file") return undefined;
    return new TextDecoder().decode(await readAll(workspace, path));
  } catch (error) {
    if (WorkspaceError.isInstance(error)) return undefined;
    throw error;
  }
}

/**
 * Whether a path is ignored: the last line that is about it decides, of the innermost folder that has one. Its parents are
 * taken for not ignored, as whoever walks has seen to that.
 */
export function isIgnored(
  rules: IgnoreRules | undefined,
  path: string,
  isFolder: boolean,
): boolean {
  for (let level = rules; level; level = level.above) {
    const start = level.folder === "/" ? 1 : level.folder.length + 1;
    const relative = path.slice(start).replaceAll(sep, "/");
    const decisive = level.patterns.findLast((pattern) => pattern.matches(relative, isFolder));
    if (decisive) return !decisive.isNegated;
  }
  return false;
}

/** Whether a folder or one of those it is in is ignored. */
function isInIgnored(rules: IgnoreRules | undefined, folders: readonly string[]): boolean {
  return folders.some((folder) => isIgnored(withinReach(rules, folder), folder, true));
}

/** Rules reach what is below their folder. */
function withinReach(rules: IgnoreRules | undefined, path: string): IgnoreRules | undefined {
  let level = rules;
  while (level && level.folder.length >= path.length) level = level.above;
  return level;
}
