import { constants } from "node:fs";
import type { Stats } from "node:fs";
import { access, mkdir, open, rename, stat, unlink } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { WorkspaceError, errorCode, errorText } from "../errors.ts";

/** How a file is put in place. */
export interface AtomicWriteOptions {
  /** The permissions the file has afterwards, whatever they were. */
  readonly mode?: number | undefined;
  /** Asked when the bytes are on the disk and only the name is left to be taken; when it rejects, nothing has changed. */
  readonly beforeRename?: (() => Promise<void>) | undefined;
}

/**
 * Replaces the file at `target` (a path without links) in one step: the bytes go into a file beside it, reach the disk,
 * and take its name. Permissions, unless they are given, and where allowed the owner stay what they were.
 */
export async function atomicWrite(
  target: string,
  bytes: Uint8Array,
  options: AtomicWriteOptions = {},
): Promise<void> {
  const existing = await existingFile(target);
  const folder = dirname(target);
  if (!existing) await mkdir(folder, { recursive: true });
  // A name of its own, not derived from the target's: that one may already be as long as a name can be.
  const temporary = join(folder, `.tau-${crypto.randomUUID()}.tmp`);
  const file = await open(temporary, "wx", existing ? 0o600 : (options.mode ?? 0o666));
  try {
    try {
      await file.writeFile(bytes);
      if (existing) await takeOver(file, existing, options.mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await options.beforeRename?.();
    await rename(temporary, target);
  } catch (error) {
    await discard(temporary, error);
    throw error;
  }
}

async function discard(temporary: string, reason: unknown): Promise<void> {
  try {
    await unlink(temporary);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw new Error(`${errorText(reason)}; and ${temporary} could not be removed`, {
      cause: error,
    });
  }
}

/** Undefined when the file is new. Renaming over a file asks for no permission on it, so that is asked here. */
async function existingFile(target: string): Promise<Stats | undefined> {
  let found: Stats;
  try {
    found = await stat(target);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
  if (found.isDirectory())
    throw new WorkspaceError("is-directory", target, `Could not write ${target}: it is a folder.`);
  if (!found.isFile())
    throw new WorkspaceError(
      "not-regular",
      target,
      `Could not write ${target}: it is not a regular file.`,
    );
  await access(target, constants.W_OK);
  return found;
}

async function takeOver(
  file: FileHandle,
  existing: Stats,
  mode: number = existing.mode & 0o7777,
): Promise<void> {
  const own = await file.stat();
  if (own.uid !== existing.uid || own.gid !== existing.gid) {
    try {
      await file.chown(existing.uid, existing.gid);
    } catch (error) {
      // Giving a file away is the superuser's right. Who may write here but not give away gets a file of their own.
      if (errorCode(error) !== "EPERM") throw error;
    }
  }
  await file.chmod(mode);
}
