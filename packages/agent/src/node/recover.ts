import { SessionError } from "../session/errors.ts";
import { errorText } from "../texts.ts";
import { errorCode } from "./file-system.ts";
import type { SessionFileSystem } from "./file-system.ts";
import { Lease } from "./lease.ts";
import { readSession } from "./read-session.ts";

/** A torn tail that was moved aside. */
export interface RecoveredTail {
  /** The file that holds the bytes now. */
  readonly movedTo: string;
  readonly bytes: number;
}

/**
 * Moves the bytes after the last newline into a file beside the session and cuts them off. They are safe there before
 * they are cut off here. `undefined` when there are none.
 */
export async function recoverSession(
  path: string,
  fs: SessionFileSystem,
  now: () => number,
): Promise<RecoveredTail | undefined> {
  // Read once before the lease is taken, so that a file that is no session gets no lease beside it.
  if ((await readSession(path, fs)).torn.length === 0) return undefined;
  const lease = await Lease.take(path, fs);
  try {
    const { torn, bytes } = await readSession(path, fs);
    if (torn.length === 0) return undefined;
    const movedTo = await saveAside(`${path}.torn-${fileTime(now())}`, torn, fs);
    await cut(path, bytes, fs);
    return { movedTo, bytes: torn.length };
  } catch (error) {
    if (SessionError.isInstance(error)) throw error;
    throw new SessionError(
      "io",
      `Cannot recover session ${path}: ${errorText(error)}. Nothing was deleted; make room or check permissions, then try again.`,
      { path, cause: error },
    );
  } finally {
    await lease.release();
  }
}

async function saveAside(wanted: string, bytes: Buffer, fs: SessionFileSystem): Promise<string> {
  for (let attempt = 1; ; attempt += 1) {
    const path = attempt === 1 ? wanted : `${wanted}-${attempt}`;
    try {
      const file = await fs.open(path, "wx", 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      return path;
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
    }
  }
}

async function cut(path: string, bytes: number, fs: SessionFileSystem): Promise<void> {
  const file = await fs.open(path, "r+");
  try {
    await file.truncate(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A time that every file system takes in a name. */
function fileTime(now: number): string {
  return new Date(now).toISOString().replaceAll(":", "-");
}
