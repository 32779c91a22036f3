import { toolCalls } from "@tau-ts/ai";
import type { Message } from "@tau-ts/ai";
import type { SessionRow } from "../session/rows.ts";
import { CHARACTERS_PER_TOKEN, imageTokens } from "./estimate.ts";
import { renderMessage, SEPARATOR } from "./render-transcript.ts";

/**
 * How many of the oldest rows have to go so that about `keepRecentTokens` stay: the index of the first row that is kept.
 * 0 means that all of them fit, and the number of rows that nothing can be kept.
 *
 * The kept rows begin with what the user said, as near to the budget as there is such a row; failing that, with any
 * message but a result, and never so that a call and its result are parted. When not even the last such piece fits, it
 * is kept all the same, unless it is everything there is, or the budget is 0.
 */
export function findCut(rows: readonly SessionRow[], keepRecentTokens: number): number {
  const messages = rows.map((row) => row.message);
  const start = firstFitting(messages, keepRecentTokens);
  if (start === 0) return 0;
  const isSafe = safeCuts(messages);
  const isCut = (index: number): boolean => index > 0 && isSafe[index] === true;
  const isUserCut = (index: number): boolean => isCut(index) && messages[index]?.role === "user";
  const indexes = [...messages.keys()];
  const fitting = indexes.slice(start);
  const cut = fitting.find(isUserCut) ?? fitting.find(isCut);
  if (cut !== undefined) return cut;
  return (keepRecentTokens > 0 ? indexes.findLast(isCut) : undefined) ?? messages.length;
}

/** The first row from which on everything fits into the budget. */
function firstFitting(messages: readonly Message[], keepRecentTokens: number): number {
  const budget = keepRecentTokens * CHARACTERS_PER_TOKEN;
  let characters = -SEPARATOR.length;
  let start = messages.length;
  for (const message of messages.toReversed()) {
    const text = renderMessage(message);
    if (text !== "") characters += text.length + SEPARATOR.length;
    characters += imageTokens([message]) * CHARACTERS_PER_TOKEN;
    if (!(characters <= budget)) break;
    start -= 1;
  }
  return start;
}

/** For each place whether a transcript may begin there: not on a result, and with no call before it whose result is not. */
function safeCuts(messages: readonly Message[]): boolean[] {
  const partings = Array.from({ length: messages.length + 1 }, () => 0);
  const note = (from: number, change: number): void => {
    partings[from] = (partings[from] ?? 0) + change;
  };
  for (const [call, result] of pairs(messages)) {
    note(Math.min(call, result) + 1, 1);
    note(Math.max(call, result) + 1, -1);
  }
  let open = 0;
  return messages.map((message, index) => {
    open += partings[index] ?? 0;
    return open === 0 && message.role !== "toolResult";
  });
}

/** The places of each result and of the call it belongs to: the nearest before it, else the first of its id. */
function pairs(messages: readonly Message[]): [call: number, result: number][] {
  const calls = new Map<string, number[]>();
  for (const [index, message] of messages.entries())
    for (const { id } of toolCalls(message)) {
      const ofId = calls.get(id);
      if (ofId) ofId.push(index);
      else calls.set(id, [index]);
    }
  const found: [number, number][] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role !== "toolResult") continue;
    const ofId = calls.get(message.toolCallId);
    const call = ofId?.findLast((candidate) => candidate < index) ?? ofId?.[0];
    if (call !== undefined) found.push([call, index]);
  }
  return found;
}
