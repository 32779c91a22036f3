import { leaveBranch } from "@tau-ts/agent";
import type { SummaryFailure } from "@tau-ts/agent";
import type { Conversation } from "./conversation.ts";

/** How another entry is gone to. */
export interface BranchOptions {
  /** Leaves a summary of what happened on the branch that is left. Default false. */
  readonly summarize?: boolean | undefined;
  /** What the summary is to pay attention to, in the user's words. */
  readonly focus?: string | undefined;
}

/**
 * Goes on from another entry, or from before the first with null. Resolves with whether it did: not when the summary
 * failed or was stopped. Rejects with a SessionError when there is no such entry.
 */
export async function goToEntry(
  conversation: Conversation,
  entryId: string | null,
  options: BranchOptions,
  signal: AbortSignal,
  onWarning: (warning: string) => void,
): Promise<boolean> {
  const { harness, recorder } = conversation;
  const { log } = conversation.opened;
  const oldLeafId = log.leafId;
  // A name that is found meanwhile must not move the leaf.
  await using _ = recorder.hold();
  let isThere = true;
  try {
    if (options.summarize === true) {
      const onFailure = ({ reason, message }: SummaryFailure): void => {
        if (reason !== "aborted") onWarning(message);
      };
      isThere = await leaveWithSummary(conversation, entryId, options.focus, onFailure);
    } else await log.branch(entryId);
  } catch (error) {
    if (!signal.aborted) throw error;
    isThere = log.leafId !== oldLeafId;
  } finally {
    harness.replaceMessages(await log.replay());
  }
  if (isThere) conversation.post({ type: "session_tree", oldLeafId, newLeafId: log.leafId });
  return isThere;
}

async function leaveWithSummary(
  conversation: Conversation,
  entryId: string | null,
  focus: string | undefined,
  onFailure: (failure: SummaryFailure) => void,
): Promise<boolean> {
  const { harness, limits } = conversation;
  const summariser = conversation.summariser({ source: "branchSummary" });
  const { log } = conversation.opened;
  return harness.occupy(({ signal }) =>
    leaveBranch(log, summariser, entryId, { focus, limits, signal, onFailure }),
  );
}
