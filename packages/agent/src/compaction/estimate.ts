import type { AssistantMessage, Message, Usage } from "@tau-ts/ai";
import { SUMMARY_PREFIX } from "../session/rows.ts";
import { renderMessage, renderTranscript } from "./render-transcript.ts";

/** What an image counts as: about what a picture of 1,000 by 1,000 pixels costs. */
export const TOKENS_PER_IMAGE = 1200;

/** How many characters of text make a token. */
export const CHARACTERS_PER_TOKEN = 4;

/**
 * About how many tokens a text, or a transcript, is: four characters of {@link renderTranscript} to a token, and 1,200
 * for each image. Deterministic, and rather too little: a provider adds the system prompt, the tools and its framing.
 *
 * A provider that told its usage knows better: the last reply that has one counts with everything before it, and only
 * what follows is estimated. A reply older than a summary that stands before it saw another transcript and does not
 * count, nor does a failed one.
 */
export function estimateTokens(input: string | readonly Message[]): number {
  if (typeof input === "string") return textTokens(input.length);
  const anchor = lastAnchor(input);
  const rest = input.slice(anchor.index + 1);
  return anchor.tokens + estimateText(rest);
}

/** The estimate without anybody's usage. */
export function estimateText(messages: readonly Message[]): number {
  return textTokens(renderTranscript(messages).length) + imageTokens(messages);
}

/** Whether {@link estimateText} comes to so many tokens; looks at no more messages than that takes. */
export function reachesTokens(messages: readonly Message[], tokens: number): boolean {
  let found = 0;
  for (const message of messages) {
    found += textTokens(renderMessage(message).length) + imageTokens([message]);
    if (found >= tokens) return true;
  }
  return false;
}

/** What the images of some messages count as. */
export function imageTokens(messages: readonly Message[]): number {
  let images = 0;
  for (const message of messages)
    if ("content" in message && typeof message.content !== "string")
      for (const block of message.content) if (block.type === "image") images += 1;
  return images * TOKENS_PER_IMAGE;
}

function textTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}

function lastAnchor(messages: readonly Message[]): { index: number; tokens: number } {
  const summarisedAt = lastSummaryTime(messages);
  for (let index = messages.length - 1; index >= 0; index -= 1) {
    const message = messages[index];
    if (message?.role !== "assistant" || hasFailed(message)) continue;
    if (message.timestamp !== undefined && message.timestamp < summarisedAt) break;
    const tokens = usedTokensOf(message);
    if (tokens > 0) return { index, tokens };
  }
  return { index: -1, tokens: 0 };
}

/** What a reply's usage says the conversation up to it took, in tokens; 0 where nothing is said. */
export function usedTokensOf(message: Message): number {
  if (message.role !== "assistant" || message.usage === undefined || hasFailed(message)) return 0;
  return usedTokens(message.usage);
}

function hasFailed(message: AssistantMessage): boolean {
  return message.stopReason === "error" || message.stopReason === "aborted";
}

function usedTokens(usage: Usage): number {
  if (usage.totalTokens > 0) return usage.totalTokens;
  return usage.input + usage.output + usage.cacheRead + usage.cacheWrite;
}

/** When the newest of the summaries that open a transcript was made. */
function lastSummaryTime(messages: readonly Message[]): number {
  let time = Number.NEGATIVE_INFINITY;
  for (const message of messages.slice(0, countSummaries(messages)))
    time = Math.max(time, message.timestamp ?? time);
  return time;
}

/** How many summaries open a transcript. */
export function countSummaries(messages: readonly Message[]): number {
  const first = messages.findIndex((message) => !isSummary(message));
  return first === -1 ? messages.length : first;
}

function isSummary(message: Message): boolean {
  if (message.role === "compactionSummary") return true;
  return (
    message.role === "user" &&
    typeof message.content === "string" &&
    message.content.startsWith(SUMMARY_PREFIX)
  );
}
