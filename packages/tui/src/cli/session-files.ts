import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";

/** The folder for the sessions of one working directory: readable, and different for any two directories. */
export function sessionFolder(home: string, cwd: string): string {
  const slug = cwd.replaceAll(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const hash = createHash("sha256").update(cwd).digest("hex").slice(0, 8);
  return join(home, "sessions", `${slug.slice(-48).replace(/^-/, "") || "root"}-${hash}`);
}

/** A name that sorts by time. */
export function sessionFileName(startedAt: Date, id: string): string {
  return `${startedAt.toISOString().replaceAll(/[:.]/g, "-")}_${id}.jsonl`;
}

/** The session file that was written last; `undefined` when the folder holds none. */
export async function newestSession(folder: string): Promise<string | undefined> {
  let newest: { readonly path: string; readonly modifiedMs: number } | undefined;
  for (const path of await sessionFiles(folder)) {
    const { mtimeMs } = await stat(path);
    const isNewer =
      !newest ||
      mtimeMs > newest.modifiedMs ||
      (mtimeMs === newest.modifiedMs && basename(path) > basename(newest.path));
    if (isNewer) newest = { path, modifiedMs: mtimeMs };
  }
  return newest?.path;
}

async function sessionFiles(folder: string): Promise<readonly string[]> {
  try {
    const names = await readdir(folder);
    return names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
