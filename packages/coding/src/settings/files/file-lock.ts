import { open, readFile, rename, stat, unlink } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { SettingsError, errorCode } from "../../errors.ts";
import { fileError } from "../../workspace/file-errors.ts";
import { isOver, parseHolder } from "./lock-holder.ts";
import type { LockHolder, ProcessMark } from "./lock-holder.ts";

/** How long a lock is waited for. */
export interface FileLockOptions {
  /** How long to wait for another holder, in milliseconds. Default 10,000. */
  readonly waitMs?: number | undefined;
}

/** The age, in milliseconds, at which a lock is nobody's whose holder cannot be asked. One is held for moments only. */
const abandonedMs = 10_000;

/**
 * Runs `task` while no other process, and no other caller here, holds the lock of the file at `path` (a path without
 * links): a file beside it that names its holder, `mark` for us. The lock of a process that is over is taken over. `check`
 * rejects when the lock is not ours any more, which a process learns that was suspended for long: ask it before anything is
 * changed.
 *
 * Throws `SettingsError` (`locked`) with the holder when the wait is over, and `WorkspaceError` when the folder cannot
 * be written.
 */
export async function withFileLock<T>(
  path: string,
  mark: ProcessMark,
  task: (check: () => Promise<void>) => Promise<T>,
  { waitMs = 10_000 }: FileLockOptions = {},
): Promise<T> {
  const lock = lockPath(path);
  const own: LockHolder = { ...mark, token: crypto.randomUUID() };
  const text = `${JSON.stringify(own)}\n`;
  const deadline = performance.now() + waitMs;
  for (let attempt = 0; !(await create(path, text)); attempt += 1) {
    const found = await look(lock);
    if (await isAbandoned(found, own)) await moveAside(path, found, own);
    else if (performance.now() > deadline) throw locked(path, lock, found.holder);
    else await delay(1 + Math.random() * Math.min(attempt, 20));
  }
  const isOurs = async (): Promise<boolean> => (await look(lock)).text === text;
  try {
    return await task(async () => {
      if (!(await isOurs())) throw lost(path, lock);
    });
  } finally {
    if (await isOurs()) await removeFile(lock);
  }
}

function lockPath(path: string): string {
  return `${path}.lock`;
}

interface Found {
  /** Undefined when there is no lock. */
  readonly text: string | undefined;
  readonly holder: LockHolder | undefined;
  readonly ageMs: number;
}

/** `false` when there is a lock already. */
async function create(path: string, text: string): Promise<boolean> {
  const lock = lockPath(path);
  let file;
  try {
    file = await open(lock, "wx", 0o600);
  } catch (error) {
    if (errorCode(error) === "EEXIST") return false;
    // Who cannot write the lock cannot write the file, which is what was asked for.
    throw fileError("write", path, error);
  }
  try {
    await file.writeFile(text);
  } catch (error) {
    await removeFile(lock);
    throw fileError("write", path, error);
  } finally {
    await file.close();
  }
  return true;
}

async function look(lock: string): Promise<Found> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(lock, "utf8"), stat(lock)]);
    return { text, holder: parseHolder(text), ageMs: Date.now() - mtimeMs };
  } catch (error) {
    if (errorCode(error) === "ENOENT") return { text: undefined, holder: undefined, ageMs: 0 };
    throw fileError("read", lock, error);
  }
}

async function isAbandoned({ text, holder, ageMs }: Found, own: LockHolder): Promise<boolean> {
  if (text === undefined) return false;
  const over = holder && (await isOver(holder, own));
  return over ?? ageMs > abandonedMs;
}

/** Between the look and the rename another process may have taken over: what was moved is compared, and put back. */
async function moveAside(path: string, found: Found, own: LockHolder): Promise<void> {
  const lock = lockPath(path);
  const aside = `${lock}.${own.token}`;
  try {
    await rename(lock, aside);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return;
    throw fileError("write", lock, error);
  }
  const moved = await look(aside);
  if (moved.text !== undefined && moved.text !== found.text) await create(path, moved.text);
  await removeFile(aside);
}

async function removeFile(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw fileError("write", path, error);
  }
}

function locked(path: string, lock: string, holder: LockHolder | undefined): SettingsError {
  const who = holder ? `process ${holder.pid} (${holder.place})` : "another process";
  return new SettingsError(
    "locked",
    path,
    `Could not change ${path}: it is in use by ${who}. Try again; if that process is gone, delete ${lock}.`,
  );
}

function lost(path: string, lock: string): SettingsError {
  return new SettingsError(
    "locked",
    path,
    `Could not change ${path}: its lock ${lock} was taken over or removed meanwhile. Nothing was changed; try again.`,
  );
}
