import type { JsonValue, Message, Model } from "@tau-ts/ai";
import { summarize } from "../compaction/summarize.ts";
import type { SummarizeOptions, SummaryFailure } from "../compaction/summarize.ts";
import {
  detailsOf,
  filesOfDetails,
  joinedFiles,
  touchedFiles,
} from "../compaction/touched-files.ts";
import type { TouchedFiles } from "../compaction/touched-files.ts";
import { isKnownEntry } from "./entries.ts";
import type { SessionEntry } from "./entries.ts";
import type { SessionTreeLog } from "./log.ts";
import { rowsOf } from "./rows.ts";

/** How the summary of a branch is made. */
export interface LeaveBranchOptions extends Pick<
  SummarizeOptions,
  "focus" | "limits" | "maxInputTokens" | "signal"
> {
  /** Told why there is no summary; the log was not moved then. */
  readonly onFailure?: ((failure: SummaryFailure) => void) | undefined;
}

/**
 * Moves the leaf of a log to another entry, or before the first with null, and leaves there a summary of what happened
 * on the branch that is left since the two parted, so that its findings are not lost. Resolves with whether the leaf
 * was moved: not when the summary failed or was stopped; `log.branch()` still moves it without one. A branch without
 * messages leaves no summary. Rejects with a SessionError when there is no such entry or the log cannot be written.
 *
 * A harness that shows the log is to be given `log.replay()` afterwards.
 */
export async function leaveBranch(
  log: SessionTreeLog,
  model: Model,
  entryId: string | null,
  options: LeaveBranchOptions = {},
): Promise<boolean> {
  const left = await leftEntries(log, entryId);
  const fromId = log.leafId;
  const messages = messagesOf(left);
  if (messages.length === 0) {
    await log.branch(entryId);
    return true;
  }
  const files = touchedFiles(messages, filesTold(left));
  const outcome = await summarize(model, messages, { ...options, files });
  const failure = outcome.ok ? movedSince(log, fromId) : outcome.failure;
  if (!outcome.ok || failure !== undefined) {
    if (failure !== undefined) options.onFailure?.(failure);
    return false;
  }
  const { summary, usage } = outcome;
  const details: JsonValue = detailsOf(files);
  // Made in one breath: nothing else gets in between.
  const moved = log.branch(entryId);
  const written = log.appendEntry({
    type: "branch_summary",
    summary,
    fromId,
    details,
    ...(usage === undefined ? {} : { usage }),
  });
  await Promise.all([moved, written]);
  return true;
}

/** The entries on the path to the leaf that are not on the path to `entryId`. */
async function leftEntries(log: SessionTreeLog, entryId: string | null): Promise<SessionEntry[]> {
  const [active, entries] = await Promise.all([log.activeEntries(), log.entries()]);
  const parents = new Map(entries.map((entry) => [entry.id, entry.parentId]));
  // Rejects, before anybody is asked for a summary.
  if (entryId !== null && !parents.has(entryId)) await log.branch(entryId);
  const shared = new Set<string>();
  for (let id = entryId; id !== null && !shared.has(id); id = parents.get(id) ?? null)
    shared.add(id);
  return active.filter((entry) => !shared.has(entry.id));
}

function messagesOf(entries: readonly SessionEntry[]): Message[] {
  return rowsOf(entries).map((row) => row.message);
}

/** The files that summaries on the branch tell of. */
function filesTold(entries: readonly SessionEntry[]): TouchedFiles {
  return entries
    .filter((entry) => isKnownEntry(entry))
    .filter((entry) => entry.type === "compaction" || entry.type === "branch_summary")
    .reduce<TouchedFiles>((files, entry) => joinedFiles(files, filesOfDetails(entry.details)), {
      readFiles: [],
      modifiedFiles: [],
    });
}

function movedSince(log: SessionTreeLog, fromId: string | null): SummaryFailure | undefined {
  if (log.leafId === fromId) return undefined;
  return {
    reason: "moved",
    message: "Cannot leave the branch: something was appended to it meanwhile. Try again.",
  };
}
