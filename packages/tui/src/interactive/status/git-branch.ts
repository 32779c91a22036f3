import { readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

/**
 * The branch that a folder's work tree is on, its short commit id when it is on none, and undefined outside of git. Two
 * or three small files are read; no program is started.
 */
export async function gitBranch(cwd: string): Promise<string | undefined> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const head = await headOf(join(folder, ".git"), folder);
    if (head !== undefined) return branchIn(head);
    if (dirname(folder) === folder) return undefined;
  }
}

/** What `HEAD` says, for a folder `.git` as for the file that a linked work tree has in its place. */
async function headOf(path: string, folder: string): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined); // Not here: perhaps further up.
  if (!found) return undefined;
  if (found.isDirectory()) return readText(join(path, "HEAD"));
  const link = /^gitdir: (.*)$/m.exec((await readText(path)) ?? "");
  return link?.[1] === undefined ? undefined : readText(join(resolve(folder, link[1]), "HEAD"));
}

/** Undefined for a file that cannot be read: the status line then tells nothing of it. */
async function readText(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch(() => undefined);
}

function branchIn(head: string): string | undefined {
  const text = head.trim();
  const reference = /^ref: (?:refs\/heads\/)?(.+)$/.exec(text);
  return reference?.[1] ?? (/^[0-9a-f]{40,64}$/.test(text) ? text.slice(0, 8) : undefined);
}
