import { isKnownEntry } from "@tau-ts/agent";
import type { SessionEntry } from "@tau-ts/agent";
import type { Cost, Message, Usage } from "@tau-ts/ai";

/**
 * Usage as other programs are told of it: its cost is always there, so that they can add it up. Where no price is known
 * the cost is zero and `isCostUnknown` says so.
 */
export interface ToldUsage extends Usage {
  readonly cost: Cost;
  readonly isCostUnknown?: true;
}

const noCost: Cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };

/** Nothing known is nothing used: so it is before the provider has said anything. */
export function toldUsage(usage: Usage = noUsage): ToldUsage {
  const { cost } = usage;
  return cost ? { ...usage, cost } : { ...usage, cost: noCost, isCostUnknown: true };
}

/** A message as other programs are told of it: replies always have usage. */
export function toldMessage<Told extends Message>(message: Told): Told {
  return message.role === "assistant" ? { ...message, usage: toldUsage(message.usage) } : message;
}

/** An entry of a session as other programs are told of it. */
export function toldEntry(entry: SessionEntry): SessionEntry {
  if (!isKnownEntry(entry)) return entry;
  if (entry.type === "message") return { ...entry, message: toldMessage(entry.message) };
  const isSummary = entry.type === "compaction" || entry.type === "branch_summary";
  return isSummary && entry.usage ? { ...entry, usage: toldUsage(entry.usage) } : entry;
}
