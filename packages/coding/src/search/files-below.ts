import type { Workspace } from "../workspace/workspace.ts";
import type { PatternOptions } from "./compile-expression.ts";
import { globFilter } from "./glob.ts";
import { rulesAbove } from "./ignore-rules.ts";
import { walk } from "./walk.ts";
import type { FoundFile } from "./walk.ts";

/** A folder to search. */
export interface SearchedFolder {
  /** As the model wrote it. */
  readonly path: string;
  readonly absolute: string;
  /** Only files whose path from this folder matches. */
  readonly glob: string | undefined;
  /** Only files in which this may match; others may come along. */
  readonly pattern?: PatternOptions | undefined;
}

/**
 * The files of a folder that match, in the order of {@link walk}. `relative` begins with the folder as the model named it,
 * so that a model can pass it on to another tool.
 */
export async function* filesBelow(
  workspace: Workspace,
  { path, absolute, glob, pattern }: SearchedFolder,
  signal: AbortSignal,
): AsyncGenerator<FoundFile, void> {
  const isWanted = glob === undefined ? () => true : globFilter(glob);
  const prefix = path === "." ? "" : path.replace(/\/*$/, "/");
  const folder = await workspace.realPath(absolute);
  const files =
    (await listed(workspace, folder, pattern, signal)) ?? walk(workspace, folder, signal);
  for await (const file of files)
    if (isWanted(file.relative)) yield { ...file, relative: prefix + file.relative };
}

/** The files, if the workspace has a faster way to them than walking. */
async function listed(
  workspace: Workspace,
  folder: string,
  pattern: PatternOptions | undefined,
  signal: AbortSignal,
): Promise<readonly FoundFile[] | undefined> {
  if (!workspace.candidates) return undefined;
  const { isInRepository } = await rulesAbove(workspace, folder);
  const paths = await workspace.candidates({ folder, pattern, isInRepository }, signal);
  return paths
    ?.map((relative) => ({ relative, names: relative.split("/") }))
    .toSorted((a, b) => inWalkOrder(a.names, b.names))
    .map(({ relative }) => ({ relative, absolute: workspace.resolve(`./${relative}`, folder) }));
}

/** Name by name, each in code-unit order: a folder stands where its name does, with all that is in it. */
function inWalkOrder(a: readonly string[], b: readonly string[]): number {
  for (const [index, name] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (name !== other) return name < other ? -1 : 1;
  }
  return a.length - b.length;
}
