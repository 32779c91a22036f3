import type { DirectoryEntry, Workspace } from "../workspace/workspace.ts";
import { isIgnored, rulesAbove, withFolder } from "./ignore-rules.ts";
import type { IgnoreRules } from "./ignore-rules.ts";

/** A file that was come across. */
export interface FoundFile {
  readonly absolute: string;
  /** From the folder the walk began in, with `/` between names. */
  readonly relative: string;
}

/**
 * The files below a folder, in the order of their names, without what `.gitignore` files leave out, without `.git`, and
 * without following links. A folder that cannot be read is left out. Throws the signal's reason once it aborts.
 */
export async function* walk(
  workspace: Workspace,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<FoundFile, void> {
  const start = { absolute: folder, relative: "" };
  yield* walkFolder(workspace, start, await rulesAbove(workspace, folder), signal);
}

async function* walkFolder(
  workspace: Workspace,
  folder: FoundFile,
  above: IgnoreRules | undefined,
  signal: AbortSignal,
): AsyncGenerator<FoundFile, void> {
  signal.throwIfAborted();
  const entries = await readableEntries(workspace, folder);
  const rules = await withFolder(workspace, folder.absolute, above);
  for (const { name, kind } of entries) {
    if (name === ".git" || (kind !== "file" && kind !== "directory")) continue;
    const absolute = workspace.resolve(`./${name}`, folder.absolute);
    const isFolder = kind === "directory";
    if (isIgnored(rules, absolute, isFolder)) continue;
    const found = { absolute, relative: folder.relative ? `${folder.relative}/${name}` : name };
    if (isFolder) yield* walkFolder(workspace, found, rules, signal);
    else yield found;
  }
}

/** The folder that was asked for must be readable; one on the way need not. */
async function readableEntries(
  workspace: Workspace,
  folder: FoundFile,
): Promise<readonly DirectoryEntry[]> {
  try {
    return await workspace.list(folder.absolute);
  } catch (error) {
    if (folder.relative === "") throw error;
    return [];
  }
}
