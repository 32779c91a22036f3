import { isKnownEntry } from "@tau-ts/agent";
import type { KnownEntry, SessionEntry } from "@tau-ts/agent";
import { toolCalls } from "@tau-ts/ai";
import type { Usage } from "@tau-ts/ai";
import { noUsage, usageOf } from "./usage-entry.ts";

/** What a session took, over all its branches: replies, summaries and names. */
export interface SessionStatistics {
  readonly userMessages: number;
  /** Replies of the model. */
  readonly turns: number;
  readonly toolCalls: number;
  readonly compactions: number;
  readonly tokens: {
    /** Neither read from nor written to a cache. */
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly cacheWrite: number;
    readonly total: number;
  };
  /** The part of all input that came from a cache, 0 to 1; absent when there was no input. */
  readonly cacheHitRate?: number;
  readonly cost: {
    /** US dollars, as far as prices are known. */
    readonly usd: number;
    /** Model calls whose price, or whose tokens, nobody knows. With 0 `usd` is all of it. */
    readonly unknownCalls: number;
  };
}

/** Adds up what the entries of a session tell. */
export function statisticsOf(entries: readonly SessionEntry[]): SessionStatistics {
  const count = { userMessages: 0, turns: 0, toolCalls: 0, compactions: 0 };
  const tokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  const cost = { usd: 0, unknownCalls: 0 };
  for (const entry of entries) {
    const known = isKnownEntry(entry) ? entry : undefined;
    if (known) tally(known, count);
    const call = known ? callOf(known) : otherCall(usageOf(entry));
    if (call === undefined) continue;
    if (call === "unknown" || call.cost === undefined) cost.unknownCalls += 1;
    const usage = call === "unknown" ? noUsage : call;
    tokens.input += usage.input;
    tokens.output += usage.output;
    tokens.cacheRead += usage.cacheRead;
    tokens.cacheWrite += usage.cacheWrite;
    tokens.total += usage.totalTokens;
    cost.usd += usage.cost?.total ?? 0;
  }
  const allInput = tokens.input + tokens.cacheRead + tokens.cacheWrite;
  return {
    ...count,
    tokens,
    ...(allInput === 0 ? {} : { cacheHitRate: tokens.cacheRead / allInput }),
    cost,
  };
}

function tally(
  entry: KnownEntry,
  count: { userMessages: number; turns: number; toolCalls: number; compactions: number },
): void {
  if (entry.type === "compaction") count.compactions += 1;
  if (entry.type !== "message") return;
  if (entry.message.role === "user") count.userMessages += 1;
  if (entry.message.role === "assistant" && wasCalled(entry.message)) count.turns += 1;
  count.toolCalls += toolCalls(entry.message).length;
}

function otherCall(usage: Usage | undefined): Usage | "unknown" | undefined {
  return usage === undefined || isCounted(usage) ? usage : "unknown";
}

/** What the model call that an entry stands for took. Undefined: no model was called for it. */
function callOf(entry: KnownEntry): Usage | "unknown" | undefined {
  switch (entry.type) {
    case "message": {
      const { message } = entry;
      if (message.role !== "assistant" || !wasCalled(message)) return undefined;
      return message.usage && isCounted(message.usage) ? message.usage : "unknown";
    }
    case "compaction":
    case "branch_summary":
      return entry.usage && isCounted(entry.usage) ? entry.usage : "unknown";
    case "model_change":
    case "thinking_level_change":
    case "label":
    case "session_info":
    case "custom":
    case "custom_message":
    case "context_edit":
      return undefined;
  }
}

/** What the loop itself wrote to close a run, and a request that failed before anything came, cost nothing. */
function wasCalled({ content, stopReason, usage }: ReplyFacts): boolean {
  const hasFailed = stopReason === "error" || stopReason === "aborted";
  return !hasFailed || content.length > 0 || (usage !== undefined && isCounted(usage));
}

type ReplyFacts = Pick<
  Extract<Extract<KnownEntry, { type: "message" }>["message"], { role: "assistant" }>,
  "content" | "stopReason" | "usage"
>;

/** A model that counts nothing leaves zeros. */
function isCounted(usage: Usage): boolean {
  return (
    usage.totalTokens > 0 || usage.input + usage.output + usage.cacheRead + usage.cacheWrite > 0
  );
}
