import { rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode } from "../errors.ts";
import { withFileLock } from "../settings/files/file-lock.ts";
import { ownMark } from "../settings/files/lock-holder.ts";
import { namesIn } from "../workspace/folders.ts";
import type { Archive } from "./archive.ts";
import { journalPath } from "./journal/journal-file.ts";
import type { JournalRow } from "./journal/rows.ts";
import { bytesBelow } from "./store/copies.ts";

/** What of the snapshots is kept. */
export interface CleanUpOptions {
  /** Runs whose snapshots are kept. Default 50. */
  readonly keepRuns?: number | undefined;
  /** Days after which a run's snapshots go. Default 30. */
  readonly maxAgeDays?: number | undefined;
  /** Bytes that the snapshots of one root may take; the oldest runs go until they fit. Default 1 GiB. */
  readonly maxBytes?: number | undefined;
}

const dayMs = 86_400_000;

/** Drops the oldest runs, and what is only needed for them; then the archives of other roots that are old as a whole. */
export async function cleanUpArchive(
  { store, journal, folder }: Archive,
  nowMs: number,
  options: CleanUpOptions = {},
): Promise<void> {
  const { keepRuns = 50, maxAgeDays = 30, maxBytes = 1024 ** 3 } = options;
  const oldest = nowMs - maxAgeDays * dayMs;
  for (let runs = keepRuns; ;) {
    const rows = await journal.read();
    const kept = newestRuns(rows, runs, oldest);
    if (kept.length < rows.length) await journal.replace(kept);
    const states = kept.flatMap((row) => (row.type === "state" ? [row.state] : []));
    await store.keepOnly(states, kept.flatMap(contentsOf));
    if (kept.length === 0 || (await bytesBelow(folder)) <= maxBytes) break;
    runs = Math.floor(new Set(kept.map(({ run }) => run).filter(Boolean)).size / 2);
  }
  await removeOldArchives(folder, oldest);
}

/** The rows from the first one of the runs that are kept. */
export function newestRuns(
  rows: readonly JournalRow[],
  count: number,
  oldestMs: number,
): readonly JournalRow[] {
  const runs = new Set<string>();
  let start = rows.length;
  for (const [place, row] of [...rows.entries()].toReversed()) {
    if (row.at < oldestMs) break;
    if (row.run !== "" && !runs.has(row.run)) {
      if (runs.size === count) break;
      runs.add(row.run);
    }
    start = place;
  }
  return rows.slice(start);
}

function contentsOf(row: JournalRow): string[] {
  return row.type === "touch" && row.before && "content" in row.before ? [row.before.content] : [];
}

async function removeOldArchives(own: string, oldestMs: number): Promise<void> {
  const mark = await ownMark();
  const all = dirname(own);
  for (const name of await namesIn(all)) {
    const folder = join(all, name);
    const journal = journalPath(folder);
    if (folder === own || !(await isOlder(journal, oldestMs))) continue;
    await withFileLock(journal, mark, async () => {
      if (await isOlder(journal, oldestMs)) await rm(folder, { recursive: true, force: true });
    });
  }
}

/** One without a journal was never finished, or is being made: it is left to its maker. */
async function isOlder(path: string, oldestMs: number): Promise<boolean> {
  try {
    return (await stat(path)).mtimeMs < oldestMs;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}
