import type { Message, Model } from "@tau-ts/ai";
import type { Commit } from "../commit.ts";
import type { CompactionResult } from "../events.ts";
import { isKnownEntry } from "../session/entries.ts";
import type { SessionLog } from "../session/log.ts";
import type { SessionRow } from "../session/rows.ts";
import { estimateTokens } from "./estimate.ts";
import { findCut } from "./find-cut.ts";
import { summarize } from "./summarize.ts";
import type { SummarizeOptions, SummaryFailure } from "./summarize.ts";
import { detailsOf, filesOfDetails, joinedFiles, touchedFiles } from "./touched-files.ts";
import type { TouchedFiles } from "./touched-files.ts";

/** How a log is compacted. */
export interface CompactOptions extends Pick<
  SummarizeOptions,
  "focus" | "limits" | "maxInputTokens" | "signal"
> {
  /** About how many tokens of the latest messages stay as they are. */
  readonly keepRecentTokens: number;
  /** Told why nothing was done although there was something to do. */
  readonly onFailure?: ((failure: SummaryFailure) => void) | undefined;
}

/**
 * Sums up the older messages in view and appends the compaction to the log; nothing is deleted. A summary that is there
 * already is brought up to date. `details` of the entry holds the files read and changed, over all compactions.
 *
 * `false`: nothing to sum up, nothing that would be kept, or no summary (aborted, failed, cut off, empty); then not a
 * byte was written. Rejects with a SessionError when the log cannot be read or written.
 */
export async function compact(
  log: SessionLog,
  model: Model,
  options: CompactOptions,
): Promise<boolean> {
  return compactWith(log, model, options, async (save) => {
    await save();
  });
}

/** {@link compact} for whoever has a transcript to change together with the log. */
export async function compactWith(
  log: SessionLog,
  model: Model,
  options: CompactOptions,
  commit: Commit,
): Promise<boolean> {
  const rows = await log.rows();
  const cut = findCut(rows, options.keepRecentTokens);
  const firstKept = rows[cut];
  const earlier = await earlierSummaries(log, rows);
  const old = messagesOf(rows.slice(earlier.count, cut));
  if (old.length === 0 || firstKept === undefined) return false;
  const files = touchedFiles(old, earlier.files);
  const outcome = await summarize(model, old, {
    ...options,
    files,
    previousSummary: earlier.summary,
  });
  const failure = outcome.ok ? await changed(log, firstKept, cut) : outcome.failure;
  if (!outcome.ok || failure !== undefined || options.signal?.aborted === true) {
    if (failure !== undefined) options.onFailure?.(failure);
    return false;
  }
  const { summary, usage } = outcome;
  const details = detailsOf(files);
  const tokensBefore = estimateTokens(messagesOf(rows));
  await commit(async () => {
    await log.appendCompaction(summary, firstKept.id, { tokensBefore, details, usage });
    const messages = await log.replay();
    const result: CompactionResult = {
      summary,
      firstKeptEntryId: firstKept.id,
      tokensBefore,
      estimatedTokensAfter: estimateTokens(messages),
      ...(usage === undefined ? {} : { usage }),
      details,
    };
    return { messages, result };
  });
  return true;
}

function messagesOf(rows: readonly SessionRow[]): Message[] {
  return rows.map((row) => row.message);
}

interface EarlierSummaries {
  /** How many of the first rows are summaries. */
  readonly count: number;
  readonly summary: string | undefined;
  readonly files: TouchedFiles;
}

async function earlierSummaries(
  log: SessionLog,
  rows: readonly SessionRow[],
): Promise<EarlierSummaries> {
  const compactions = new Map(
    (await log.entries())
      .filter((entry) => isKnownEntry(entry))
      .filter((entry) => entry.type === "compaction")
      .map((entry) => [entry.id, entry]),
  );
  const found = rows.map((row) => compactions.get(row.id));
  const end = found.indexOf(undefined);
  const summaries = found.slice(0, end === -1 ? found.length : end).filter((entry) => !!entry);
  // Rows show the newest summary first; what an older one tells came before it.
  const oldestFirst = summaries.toReversed();
  return {
    count: summaries.length,
    summary:
      oldestFirst.length === 0 ? undefined : oldestFirst.map((entry) => entry.summary).join("\n\n"),
    files: oldestFirst.reduce<TouchedFiles>(
      (files, entry) => joinedFiles(files, filesOfDetails(entry.details)),
      { readFiles: [], modifiedFiles: [] },
    ),
  };
}

/** Whether the log shows something else by now. What was appended meanwhile does no harm. */
async function changed(
  log: SessionLog,
  firstKept: SessionRow,
  cut: number,
): Promise<SummaryFailure | undefined> {
  if ((await log.rows())[cut]?.id === firstKept.id) return undefined;
  return {
    reason: "moved",
    message: "Cannot compact the conversation: the log was moved to another branch meanwhile.",
  };
}
