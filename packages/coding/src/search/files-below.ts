import type { Workspace } from "../workspace/workspace.ts";
import { globFilter } from "./glob.ts";
import { walk } from "./walk.ts";
import type { FoundFile } from "./walk.ts";

/** A folder to search. */
export interface SearchedFolder {
  /** As the model wrote it. */
  readonly path: string;
  readonly absolute: string;
  /** Only files whose path from this folder matches. */
  readonly glob: string | undefined;
}

/**
 * The files of a folder that match, see {@link walk}. `relative` begins with the folder as the model named it, so that a
 * model can pass it on to another tool.
 */
export async function* filesBelow(
  workspace: Workspace,
  { path, absolute, glob }: SearchedFolder,
  signal: AbortSignal,
): AsyncGenerator<FoundFile, void> {
  const isWanted = glob === undefined ? () => true : await globFilter(glob);
  const prefix = path === "." ? "" : path.replace(/\/*$/, "/");
  for await (const file of walk(workspace, absolute, signal))
    if (isWanted(file.relative)) yield { ...file, relative: prefix + file.relative };
}
