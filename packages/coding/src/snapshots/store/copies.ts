import { createHash, randomUUID } from "node:crypto";
import { existsSync, lstatSync, readFileSync, readlinkSync } from "node:fs";
import type { Stats } from "node:fs";
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SnapshotError, errorText, isGone } from "../../errors.ts";
import { namesIn } from "../../workspace/folders.ts";
import { diskPath } from "../byte-path.ts";
import type { PathKey } from "../byte-path.ts";
import type { Entry } from "./manifest.ts";

/** The name git gives to these bytes: what both of them keep is known by one name. */
function contentId(bytes: Uint8Array): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Bytes in files of our own, compressed, each named after what it holds. */
export class Copies {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Keeps the bytes and answers their name. */
  async put(bytes: Uint8Array): Promise<string> {
    const id = contentId(bytes);
    const path = join(this.#folder, id);
    if (existsSync(path)) return id;
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const temporary = join(this.#folder, `${randomUUID()}.tmp`);
    const { gzipSync } = process.getBuiltinModule("node:zlib");
    await writeFile(temporary, gzipSync(bytes, { level: 1 }), { mode: 0o600 });
    await rename(temporary, path);
    return id;
  }

  has(id: string): boolean {
    return existsSync(join(this.#folder, id));
  }

  /** Throws `SnapshotError` (`damaged`) when it is not there or not what it was. */
  async get(id: string): Promise<Buffer> {
    const { gunzipSync } = process.getBuiltinModule("node:zlib");
    try {
      return gunzipSync(await readFile(join(this.#folder, id)));
    } catch (error) {
      const path = join(this.#folder, id);
      const text = `Could not read ${path}, which a snapshot needs: ${errorText(error)}. Go back to another point.`;
      throw new SnapshotError("damaged", text, { cause: error });
    }
  }

  /** Removes all that is not among `ids`. */
  async keepOnly(ids: ReadonlySet<string>): Promise<void> {
    for (const name of await namesIn(this.#folder))
      if (!ids.has(name)) await rm(join(this.#folder, name), { force: true });
  }
}

/** What is at a path now; undefined when it is nothing that is covered: too large, special or not ours to read. */
export async function copyEntry(
  copies: Copies,
  root: string,
  key: PathKey,
  maxFileBytes: number,
): Promise<Entry | undefined> {
  const path = diskPath(root, key);
  try {
    const stats = lstatSync(path);
    if (stats.isDirectory()) return { kind: "folder", mode: stats.mode & 0o7777 };
    if (stats.isSymbolicLink())
      return {
        kind: "link",
        content: await copies.put(readlinkSync(path, { encoding: "buffer" })),
      };
    if (!stats.isFile() || stats.size > maxFileBytes) return undefined;
    return {
      kind: "file",
      mode: stats.mode & 0o7777,
      content: await copies.put(readFileSync(path)),
    };
  } catch (error) {
    return isGone(error) ? { kind: "absent" } : undefined;
  }
}

/** The content a file or link has now; undefined when there is none, or it is too large to be looked at. */
export function contentNow(root: string, key: PathKey, maxFileBytes: number): string | undefined {
  const path = diskPath(root, key);
  try {
    const stats: Stats = lstatSync(path);
    if (stats.isSymbolicLink()) return contentId(readlinkSync(path, { encoding: "buffer" }));
    if (!stats.isFile() || stats.size > maxFileBytes) return undefined;
    return contentId(readFileSync(path));
  } catch {
    return undefined; // Whoever asks compares: what cannot be read is like nothing that is known.
  }
}

/** The bytes that the files below a folder take. */
export async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found) bytes += found.isDirectory() ? await bytesBelow(path) : found.size;
  }
  return bytes;
}
