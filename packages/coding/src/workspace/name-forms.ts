import type { Workspace } from "./workspace.ts";

/**
 * The path under which something is there that is called the same but for how its characters are written: `é` as one
 * character or as two, a narrow or a non-breaking space for a plain one. Models write one form, and disks keep another. A
 * name that fits exactly is preferred; the part of the path that is not there at all stays as it is.
 *
 * `reachedTarget` tells the same of this machine's disk, for guards: whatever changes here changes there.
 */
export async function presentForm(workspace: Workspace, absolute: string): Promise<string> {
  if (await workspace.stat(absolute)) return absolute;
  const parent = workspace.resolve("..", absolute);
  if (parent === absolute) return absolute;
  const name = absolute.slice(absolute.search(/[^/\\]*$/));
  const folder = await presentForm(workspace, parent);
  const present = hasForms(name) ? formAmong(await namesIn(workspace, folder), name) : undefined;
  return workspace.resolve(`./${present ?? name}`, folder);
}

async function namesIn(workspace: Workspace, folder: string): Promise<readonly string[]> {
  const isFolder = (await workspace.stat(folder))?.kind === "directory";
  return isFolder ? (await workspace.list(folder)).map(({ name }) => name) : [];
}

/** The first of some names, in code-unit order, that is a form of `name`. */
export function formAmong(names: readonly string[], name: string): string | undefined {
  const wanted = plainForm(name);
  return names.find((candidate) => plainForm(candidate) === wanted);
}

/** The form that all forms of a name, or of a path, have in common. */
export function plainForm(name: string): string {
  return name.normalize("NFC").replace(/[\u00a0\u2007\u202f]/g, " ");
}

/** Whether a name can be written in another form. Of ASCII only the space, and three signs that Unicode has twice, can. */
export function hasForms(name: string): boolean {
  return /[^!-~]|[K;`]/.test(name);
}
