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
  const { rules, isInRepository } = await rulesAbove(workspace, folder);
  const start = { absolute: folder, relative: "" };
  yield* walkFolder({ workspace, isInRepository, signal }, start, rules);
}

interface Walk {
  readonly workspace: Workspace;
  readonly isInRepository: boolean;
  readonly signal: AbortSignal;
}

async function* walkFolder(
  walking: Walk,
  folder: FoundFile,
  above: IgnoreRules | undefined,
): AsyncGenerator<FoundFile, void> {
  const { workspace, isInRepository, signal } = walking;
  signal.throwIfAborted();
  const entries = await readableEntries(workspace, folder);
  const names = new Set(entries.map(({ name }) => name));
  // A repository inside another one has rules of its own.
  const outer = isInRepository && folder.relative !== "" && names.has(".git") ? undefined : above;
  const rules = names.has(".gitignore")
    ? await withFolder(workspace, folder.absolute, outer)
    : outer;
  for (const { name, kind } of entries) {
    if (name === ".git" || (kind !== "file" && kind !== "directory")) continue;
    const absolute = workspace.resolve(`./${name}`, folder.absolute);
    const isFolder = kind === "directory";
    if (isIgnored(rules, absolute, isFolder)) continue;
    const found = { absolute, relative: folder.relative ? `${folder.relative}/${name}` : name };
    if (isFolder) yield* walkFolder(walking, found, rules);
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
