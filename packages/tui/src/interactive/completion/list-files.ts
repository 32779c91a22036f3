import { findTool } from "@tau-ts/coding";
import type { Workspace } from "@tau-ts/coding";

/** More files than that are no list for a person. */
const mostFiles = 200_000;

/**
 * The files below the working directory that `.gitignore` does not leave out, with `/` between names, in any order.
 * Rejects with the signal's reason once it aborts, and with a `WorkspaceError` for a folder that cannot be read.
 */
export async function listFiles(
  workspace: Workspace,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const folder = await workspace.realPath(workspace.resolve("."));
  const isInRepository = await isBelowRepository(workspace, folder);
  const files = await workspace.candidates?.({ folder, isInRepository }, signal);
  if (files && (files.length > 0 || !isInRepository)) return files;
  // The repository may leave this very folder out; whoever works in it wants to see into it all the same.
  return findFiles(workspace, signal);
}

async function isBelowRepository(workspace: Workspace, folder: string): Promise<boolean> {
  for (let at = folder; ;) {
    if (await workspace.stat(workspace.resolve("./.git", at))) return true;
    const above = workspace.resolve("..", at);
    if (above === at) return false;
    at = above;
  }
}

/** The way that any workspace has: its folders are walked through. */
async function findFiles(workspace: Workspace, signal: AbortSignal): Promise<readonly string[]> {
  const budget = { maxLines: mostFiles, maxBytes: Number.MAX_SAFE_INTEGER };
  const find = findTool({ workspace, cwd: workspace.cwd, ...budget });
  const context = { toolCallId: "completion", signal, abandoned: signal, onUpdate: () => {} };
  const result = await find.execute({ pattern: "**", limit: mostFiles }, context);
  if (typeof result !== "object") return [];
  const [block] = result.content;
  if (block?.type !== "text" || !result.details) return [];
  return block.text.split("\n").slice(0, result.details.files);
}
