import { estimateTokens, isKnownEntry, maybeCompact } from "@tau-ts/agent";
import type { CompactionResult, SummaryFailure } from "@tau-ts/agent";
import { errorText } from "../errors.ts";
import type { Conversation } from "./conversation.ts";

/** How old messages are summed up. */
export interface ManualCompactionOptions {
  /** What the summary is to pay attention to, in the user's words. */
  readonly focus?: string | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sums up old messages because somebody asked, however much room there is; recent ones stay. Undefined when there was
 * nothing to sum up, or no success: then nothing was changed, and the `compaction_end` event says why.
 */
export async function compactNow(
  conversation: Conversation,
  { focus, signal }: ManualCompactionOptions,
): Promise<CompactionResult | undefined> {
  const { harness, opened, limits } = conversation;
  const summariser = conversation.summariser({ source: "compaction", reason: "manual" });
  conversation.post({ type: "compaction_start", reason: "manual" });
  const { window, keepRecentTokens } = conversation.room;
  let failure: SummaryFailure | undefined;
  let result: CompactionResult | undefined;
  try {
    const isDone = await maybeCompact(harness, opened.log, summariser, {
      window,
      reserve: Number.POSITIVE_INFINITY,
      keepRecentTokens,
      focus,
      limits,
      signal,
      onFailure: (told) => (failure = told),
    });
    if (isDone) result = await resultOf(conversation);
    else failure ??= nothingToDo;
  } catch (error) {
    failure = { reason: "failed", message: errorText(error) };
    throw error;
  } finally {
    const aborted = result === undefined && signal.aborted;
    conversation.post({
      type: "compaction_end",
      reason: "manual",
      ...(result === undefined ? {} : { result }),
      aborted,
      willRetry: false,
      ...(failure === undefined || aborted ? {} : { errorMessage: failure.message }),
    });
  }
  return result;
}

const nothingToDo: SummaryFailure = {
  reason: "empty",
  message: "There is nothing to sum up yet: all messages are recent ones, which stay as they are.",
};

/** What the entry says that was just written. */
async function resultOf({ harness, opened }: Conversation): Promise<CompactionResult | undefined> {
  const entries = await opened.log.activeEntries();
  const entry = entries
    .filter((one) => isKnownEntry(one))
    .findLast((one) => one.type === "compaction");
  if (entry?.type !== "compaction") return undefined;
  const { summary, firstKeptEntryId, tokensBefore, usage, details } = entry;
  return {
    summary,
    firstKeptEntryId,
    tokensBefore,
    estimatedTokensAfter: estimateTokens(harness.messages),
    ...(usage === undefined ? {} : { usage }),
    ...(details === undefined ? {} : { details }),
  };
}
