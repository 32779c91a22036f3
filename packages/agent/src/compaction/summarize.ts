import { complete, textOf } from "@tau-ts/ai";
import type { AssistantMessage, Message, Model, Usage } from "@tau-ts/ai";
import type { Limits } from "../limits.ts";
import { raceSignal } from "../stopping/race-signal.ts";
import { errorText } from "../texts.ts";
import { summaryRequest } from "./summary-request.ts";
import type { TouchedFiles } from "./touched-files.ts";

/** How a summary is made. */
export interface SummarizeOptions {
  /** The summary that stands for what came before: it is brought up to date instead of being summarised again. */
  readonly previousSummary?: string | undefined;
  /** Files the conversation has dealt with so far, so that the summary names them exactly. */
  readonly files?: TouchedFiles | undefined;
  /** What to pay attention to, in the user's words. */
  readonly focus?: string | undefined;
  /**
   * The largest conversation that is sent, in tokens; a longer one loses its middle. Default: 70 % of the model's context
   * window, 90,000 when that is not known.
   */
  readonly maxInputTokens?: number | undefined;
  /** What the call spends counts here, and it is not made when these are used up. */
  readonly limits?: Limits | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Why there is no summary. `aborted`: a stop came first. `limit`: the limits are used up. `failed`: the model failed.
 * `cut-off`: the summary met the output limit. `empty`: the model said nothing. `behind`: the log lacks messages of the
 * conversation. `moved`: the log was moved to another branch meanwhile. `unwritten`: the log could not be written.
 */
export type SummaryFailureReason =
  | "aborted"
  | "limit"
  | "failed"
  | "cut-off"
  | "empty"
  | "behind"
  | "moved"
  | "unwritten";

/** What kept a summary from being made. Everything stayed as it was. */
export interface SummaryFailure {
  readonly reason: SummaryFailureReason;
  /** For people. */
  readonly message: string;
}

/** A summary, or why there is none. */
export type SummaryOutcome =
  | { readonly ok: true; readonly summary: string; readonly usage: Usage | undefined }
  | { readonly ok: false; readonly failure: SummaryFailure };

/**
 * Lets a model sum up messages in one call that is no part of any transcript: goal, standing instructions, what is done,
 * in progress and next, decisions, errors, files. Never rejects, and settles at once when `signal` aborts.
 */
export async function summarize(
  model: Model,
  messages: readonly Message[],
  options: SummarizeOptions = {},
): Promise<SummaryOutcome> {
  const { signal, limits } = options;
  if (signal?.aborted) return failed("aborted", "the summary was stopped");
  const usedUp = limits?.exceeded();
  if (usedUp) return failed("limit", usedUp.message);
  const maxInputTokens = options.maxInputTokens ?? defaultInput(model);
  const request = summaryRequest({ ...options, messages, maxInputTokens });
  let reply: AssistantMessage | undefined;
  try {
    const replied = complete(model, { ...request, signal }).then((message) => {
      reply = message;
    });
    await raceSignal(replied, signal);
  } catch (error) {
    if (signal?.aborted !== true) return failed("failed", errorText(error));
  }
  if (reply === undefined || signal?.aborted === true)
    return failed("aborted", "the summary was stopped");
  limits?.spend(reply, request.messages);
  return outcomeOf(reply);
}

function defaultInput(model: Model): number {
  return Math.floor((model.info?.contextWindow ?? 128_000) * 0.7);
}

function outcomeOf(reply: AssistantMessage): SummaryOutcome {
  switch (reply.stopReason) {
    case "aborted":
      return failed("aborted", reply.errorMessage ?? "the summary was stopped");
    case "error":
      return failed("failed", reply.errorMessage ?? "the model failed without saying why");
    case "length":
      return failed("cut-off", "the summary was cut off by the output limit");
    case "stop":
    case "toolUse": {
      const summary = textOf(reply).trim();
      if (summary === "") return failed("empty", "the model answered without a summary");
      return { ok: true, summary, usage: reply.usage };
    }
  }
}

function failed(reason: SummaryFailureReason, message: string): SummaryOutcome {
  return { ok: false, failure: { reason, message: `Cannot sum up the conversation: ${message}.` } };
}
