import type { Message, Model } from "@tau-ts/ai";
import type { Commit } from "../commit.ts";
import type { Harness } from "../harness/harness.ts";
import type { AgentHooks } from "../hooks.ts";
import { SessionError } from "../session/errors.ts";
import type { SessionLog } from "../session/log.ts";
import { CancelToken } from "../stopping/cancel-token.ts";
import { compactWith } from "./compact.ts";
import type { CompactOptions } from "./compact.ts";
import { countSummaries, estimateText, estimateTokens } from "./estimate.ts";
import { findCut } from "./find-cut.ts";
import type { ResultMasks } from "./result-masks.ts";
import type { SummaryFailure } from "./summarize.ts";

/** When, and how, a conversation is compacted. */
export interface MaybeCompactOptions extends CompactOptions {
  /** Tokens that fit into one request and its reply. */
  readonly window: number;
  /** How much of the window stays free for what comes next, in tokens. */
  readonly reserve: number;
  /** Old tool output is masked first; a summary is asked for when that makes too little room. Default: no masks. */
  readonly masks?: ResultMasks | undefined;
}

/**
 * Compacts before a prompt, when the estimate is within `reserve` of the window: the log first, then the harness, whose
 * messages are what the log replays. Until it settles the harness is busy, and `harness.stop()` or `signal` ends it.
 *
 * `true` when the conversation is shorter now. `false` when there was no need, or no success: then nothing was changed
 * and `onFailure` was told why. Rejects with a HarnessError `busy` (`cannot compact during a run`), and with a
 * SessionError when the log is damaged or lost.
 */
export async function maybeCompact(
  harness: Harness,
  log: SessionLog,
  model: Model,
  options: MaybeCompactOptions,
): Promise<boolean> {
  const { signal } = options;
  let token: CancelToken | undefined;
  let isWritten = false;
  const work = async (given: CancelToken, commit: Commit): Promise<boolean> => {
    token = given;
    using caller = CancelToken.from(signal);
    const follow = (): void => given.cancel(caller.reason);
    if (caller.isCancelled) follow();
    caller.signal.addEventListener("abort", follow, { once: true });
    const messages = await log.replay();
    if (harness.messages.length > messages.length) return refused(options, behind());
    if (hasRoom(harness.messages, options)) return false;
    const inputs = { ...limited(options), signal: given.signal };
    await compactWith(log, model, inputs, (save) =>
      commit(async () => {
        const shorter = await save();
        isWritten = true;
        return shorter;
      }),
    );
    return isWritten;
  };
  try {
    return await harness.occupy(work, "cannot compact during a run");
  } catch (error) {
    // A stop is no failure: what it left is said by whether the log was written.
    if (token?.isCancelled === true) return isWritten;
    if (SessionError.isInstance(error) && error.kind === "io")
      return refused(options, { reason: "unwritten", message: error.message });
    throw error;
  }
}

/**
 * A `compact` hook for a harness that is saved to `log`: it compacts when the estimate is within `reserve` of the window,
 * and when a request was too long. `model` makes the summaries; a function is asked each time.
 */
export function compactDuringRun(
  log: SessionLog,
  model: Model | (() => Model),
  options: Omit<MaybeCompactOptions, "signal">,
): NonNullable<AgentHooks["compact"]> {
  const { onFailure } = options;
  return (messages, { signal, reason }) => {
    if (reason === "threshold" && hasRoom(messages, options)) return undefined;
    // What overflowed is more than it was taken for: half of it is the most that can stay.
    const half = reason === "overflow" ? Math.floor(estimateText(messages) / 2) : Infinity;
    const keepRecentTokens = Math.min(options.keepRecentTokens, half);
    if (!hasOldMessages(messages, keepRecentTokens)) return "full";
    return async (commit) => {
      const [saved, summariser] = [await log.rows(), typeof model === "function" ? model() : model];
      if (messages.length > saved.length) throw new Error(behind().message);
      let failure: SummaryFailure | undefined;
      await compactWith(
        log,
        summariser,
        {
          ...limited(options),
          signal,
          keepRecentTokens,
          onFailure: (told) => {
            failure = told;
            onFailure?.(told);
          },
        },
        commit,
      );
      if (failure !== undefined && failure.reason !== "aborted") throw new Error(failure.message);
    };
  };
}

/** Whether there is something to sum up, beside earlier summaries, and something that would be kept. */
function hasOldMessages(messages: readonly Message[], keepRecentTokens: number): boolean {
  const rows = messages.map((message, index) => ({ id: String(index), message }));
  const cut = findCut(rows, keepRecentTokens);
  return cut > countSummaries(messages) && cut < messages.length;
}

/** Whether there is room enough, if need be after masks were put on. */
function hasRoom(
  messages: readonly Message[],
  { window, reserve, keepRecentTokens, masks }: Omit<MaybeCompactOptions, "signal">,
): boolean {
  const most = window - reserve;
  return masks === undefined
    ? estimateTokens(messages) < most
    : masks.makeRoom(messages, most, keepRecentTokens);
}

/** The summariser is most often the model whose window is full: it is not shown more than fits beside its reply. */
function limited(options: Omit<MaybeCompactOptions, "signal">): CompactOptions {
  return { ...options, maxInputTokens: options.maxInputTokens ?? Math.floor(options.window * 0.7) };
}

/** Messages that wait to be written would be lost from view. */
function behind(): SummaryFailure {
  return {
    reason: "behind",
    message:
      "Cannot compact the conversation: messages of it are not in the log yet. It is tried again when they are written.",
  };
}

function refused(options: CompactOptions, failure: SummaryFailure): false {
  options.onFailure?.(failure);
  return false;
}
