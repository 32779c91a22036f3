import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { newSessionId } from "@tau-ts/agent";
import { namesIn, readableName } from "../workspace/folders.ts";
import { withWorkers } from "./with-workers.ts";

/** The folder that holds the sessions of every working directory. */
export function sessionsRoot(tauHome: string): string {
  return join(tauHome, "sessions");
}

/** The folder for the sessions of one working directory: readable, and different for any two directories. */
export function sessionFolder(tauHome: string, cwd: string): string {
  return join(sessionsRoot(tauHome), `${readableName(cwd)}-${hashOf(cwd)}`);
}

/**
 * FNV-1a of a text, 64 bits as 16 hexadecimal digits. It tells folders apart and keeps no secrets: loading a stronger one
 * would cost every start several milliseconds.
 */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, "0");
}

/** Where a new session will be. */
export interface NewSessionPlace {
  readonly id: string;
  readonly path: string;
}

/** An id, and a file name that sorts by time and tells the id. */
export function newSessionPlace(folder: string, startedAt: Date): NewSessionPlace {
  const id = newSessionId();
  const time = startedAt.toISOString().replaceAll(/[:.]/g, "-");
  return { id, path: join(folder, `${time}_${id}.jsonl`) };
}

/** The session files of a folder, in no order; none when it is not there. */
export async function sessionFiles(folder: string): Promise<readonly string[]> {
  const names = await namesIn(folder);
  return names.filter((name) => name.endsWith(".jsonl")).map((name) => join(folder, name));
}

/** The session files of every working directory. */
export async function allSessionFiles(tauHome: string): Promise<readonly string[]> {
  const root = sessionsRoot(tauHome);
  const folders = await namesIn(root);
  return (await withWorkers(folders, (name) => sessionFiles(join(root, name)))).flat();
}

/** The session file that was written last; undefined when the folder holds none. */
export async function newestSession(folder: string): Promise<string | undefined> {
  const files = await withWorkers(await sessionFiles(folder), async (path) => ({
    path,
    modifiedMs: (await stat(path)).mtimeMs,
  }));
  const [newest] = files.toSorted(
    (a, b) => b.modifiedMs - a.modifiedMs || (basename(a.path) < basename(b.path) ? 1 : -1),
  );
  return newest?.path;
}

/** The id that the name of a session file tells; undefined for a file that somebody named otherwise. */
export function idInName(path: string): string | undefined {
  return /_([^_]+)\.jsonl$/.exec(basename(path))?.[1];
}
