import { toolCalls } from "@tau-ts/ai";
import type { AssistantMessage, Message, ToolCall, ToolResultMessage } from "@tau-ts/ai";
import { INTERRUPTED } from "../texts.ts";

/** How many messages a repair touched. */
export interface ToolHistoryRepairs {
  /** Calls that had no result and got one that says so. */
  readonly synthesized: number;
  /** Results whose call is nowhere. */
  readonly droppedOrphans: number;
  /** Second results of a call. */
  readonly droppedDuplicates: number;
  /** Results that stood somewhere else than after their call. */
  readonly reordered: number;
}

/** The calls of one id in one reply, and the results that belong to them, both in order. */
interface CallGroup {
  readonly replyIndex: number;
  size: number;
  readonly results: ToolResultMessage[];
}

/**
 * Makes every tool call be followed at once by exactly one result, in call order. Pure and idempotent; a transcript that
 * is in order comes back with the same message objects.
 *
 * A result belongs to the nearest call of its id before it, or, standing before all of them, to the first. Several calls
 * of one id in one reply take that id's results in order. Of two results for one call a real one beats an "interrupted"
 * one, else the first wins.
 */
export function repairToolHistory(messages: readonly Message[]): {
  messages: readonly Message[];
  repairs: ToolHistoryRepairs;
} {
  if (isInOrder(messages)) return { messages: [...messages], repairs: noRepairs };
  const groups = collectGroups(messages);
  const droppedOrphans = assignResults(messages, groups);
  const output: Message[] = [];
  const kept = new Set<Message>();
  let synthesized = 0;
  for (const [index, message] of messages.entries()) {
    if (message.role === "toolResult") continue;
    output.push(message);
    if (message.role !== "assistant") continue;
    const chosen = new Map<CallGroup, ToolResultMessage[]>();
    for (const call of toolCalls(message)) {
      const group = groups.get(call.id)?.find((candidate) => candidate.replyIndex === index);
      if (group && !chosen.has(group)) chosen.set(group, chooseResults(group));
      const result = group && chosen.get(group)?.shift();
      if (result) kept.add(result);
      else synthesized += 1;
      output.push(result ?? interruptedResult(call, message));
    }
  }
  const results = messages.filter((message) => message.role === "toolResult");
  const repairs = {
    synthesized,
    droppedOrphans,
    droppedDuplicates: results.length - kept.size - droppedOrphans,
    reordered: countMoved(messages, output, kept),
  };
  return { messages: output, repairs };
}

const noRepairs: ToolHistoryRepairs = {
  synthesized: 0,
  droppedOrphans: 0,
  droppedDuplicates: 0,
  reordered: 0,
};

/** Whether there is nothing to repair, as in almost every transcript. */
function isInOrder(messages: readonly Message[]): boolean {
  /** The calls whose results come next. */
  let open: readonly ToolCall[] = [];
  let answered = 0;
  for (const message of messages) {
    if (message.role === "toolResult") {
      if (message.toolCallId !== open[answered]?.id) return false;
      answered += 1;
      continue;
    }
    if (answered < open.length) return false;
    open = toolCalls(message);
    answered = 0;
  }
  return answered === open.length;
}

function collectGroups(messages: readonly Message[]): Map<string, CallGroup[]> {
  const groups = new Map<string, CallGroup[]>();
  for (const [replyIndex, message] of messages.entries()) {
    if (message.role !== "assistant") continue;
    for (const call of toolCalls(message)) {
      const ofId = groups.get(call.id) ?? [];
      groups.set(call.id, ofId);
      const last = ofId.at(-1);
      if (last?.replyIndex === replyIndex) last.size += 1;
      else ofId.push({ replyIndex, size: 1, results: [] });
    }
  }
  return groups;
}

/** Hands each result to its group; returns how many have none. */
function assignResults(messages: readonly Message[], groups: Map<string, CallGroup[]>): number {
  let orphans = 0;
  for (const [index, message] of messages.entries()) {
    if (message.role !== "toolResult") continue;
    const ofId = groups.get(message.toolCallId);
    const group = ofId?.findLast((candidate) => candidate.replyIndex < index) ?? ofId?.[0];
    if (group) group.results.push(message);
    else orphans += 1;
  }
  return orphans;
}

function chooseResults(group: CallGroup): ToolResultMessage[] {
  if (group.results.length <= group.size) return [...group.results];
  const real = group.results.filter((result) => !isInterruption(result));
  const synthetic = group.results.filter(isInterruption);
  const chosen = new Set([...real, ...synthetic].slice(0, group.size));
  return group.results.filter((result) => chosen.has(result));
}

/** An "interrupted" result that this view, or another harness, once made up. */
function isInterruption(result: ToolResultMessage): boolean {
  const [block] = result.content;
  return result.isError && block?.type === "text" && block.text.startsWith("Tool call interrupted");
}

function interruptedResult(call: ToolCall, reply: AssistantMessage): ToolResultMessage {
  return {
    role: "toolResult",
    toolCallId: call.id,
    toolName: call.name,
    content: [{ type: "text", text: INTERRUPTED }],
    isError: true,
    timestamp: reply.timestamp ?? 0,
  };
}

/** Results whose predecessor, among the messages that stay, is another one than before. */
function countMoved(
  before: readonly Message[],
  after: readonly Message[],
  keptResults: ReadonlySet<Message>,
): number {
  const stays = (message: Message): boolean =>
    message.role !== "toolResult" || keptResults.has(message);
  const predecessor = new Map<Message, Message | undefined>();
  let previous: Message | undefined;
  for (const message of before) {
    if (!stays(message)) continue;
    predecessor.set(message, previous);
    previous = message;
  }
  let moved = 0;
  previous = undefined;
  for (const message of after) {
    if (!stays(message)) continue;
    if (keptResults.has(message) && predecessor.get(message) !== previous) moved += 1;
    previous = message;
  }
  return moved;
}
