import type { Workspace } from "./workspace.ts";

/**
 * The path under which something is there that is called the same but for how its characters are written: `é` as one
 * character or as two, a narrow or a non-breaking space for a plain one. Models write one form, and disks keep another. A
 * name that fits exactly is preferred; the part of the path that is not there at all stays as it is.
 */
export async function presentForm(workspace: Workspace, absolute: string): Promise<string> {
  if (await workspace.stat(absolute)) return absolute;
  const parent = workspace.resolve("..", absolute);
  if (parent === absolute) return absolute;
  const name = absolute.slice(absolute.search(/[^/\\]*$/));
  const folder = await presentForm(workspace, parent);
  const isFolder = (await workspace.stat(folder))?.kind === "directory";
  const entries = isFolder ? await workspace.list(folder) : [];
  const wanted = plainName(name);
  const found = entries.find((entry) => plainName(entry.name) === wanted);
  return workspace.resolve(`./${found?.name ?? name}`, folder);
}

function plainName(name: string): string {
  return name.normalize("NFC").replace(/[\u00a0\u2007\u202f]/g, " ");
}
