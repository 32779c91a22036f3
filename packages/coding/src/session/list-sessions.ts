import { allSessionFiles, idInName, sessionFiles, sessionFolder } from "./session-files.ts";
import { readSummary } from "./session-summary.ts";
import type { SessionSummary } from "./session-summary.ts";
import { withWorkers } from "./with-workers.ts";

/** Which sessions are listed. */
export interface ListSessionsOptions {
  /** `userFolders().tauHome`. */
  readonly tauHome: string;
  /** Only the sessions of this working directory, links resolved. Default: all. */
  readonly cwd?: string | undefined;
}

/**
 * The sessions there are, the one written last first. Only the beginning and the end of each file are read, a few files
 * at a time. One that cannot be read is in the list with its `problem`.
 */
export async function listSessions(
  options: ListSessionsOptions,
): Promise<readonly SessionSummary[]> {
  const { tauHome, cwd } = options;
  const files =
    cwd === undefined
      ? await allSessionFiles(tauHome)
      : await sessionFiles(sessionFolder(tauHome, cwd));
  const summaries = await withWorkers(files, readSummary);
  return summaries.toSorted((a, b) => b.modifiedMs - a.modifiedMs || (a.path < b.path ? 1 : -1));
}

/**
 * The files of the sessions whose id begins so; an id in full comes alone. The names of our own files tell the id; only
 * when none fits are headers read, for files that somebody named otherwise.
 */
export async function sessionsById(tauHome: string, id: string): Promise<readonly string[]> {
  const files = await allSessionFiles(tauHome);
  const named = files.filter((path) => idInName(path)?.startsWith(id));
  const exact = named.filter((path) => idInName(path) === id);
  if (exact.length > 0) return exact;
  if (named.length > 0) return named;
  const summaries = await withWorkers(files, readSummary);
  return summaries.filter((summary) => summary.id.startsWith(id)).map(({ path }) => path);
}
