import type { Message, ToolResultMessage } from "@tau-ts/ai";
import { recorded } from "../recorded.ts";
import { CHARACTERS_PER_TOKEN, imageTokens } from "./estimate.ts";

/** How much tool output stays readable. */
export interface MaskOptions {
  /** Tokens of tool output, newest first, that are shown as they are, at least; at most twice as many. */
  readonly keepRecentTokens: number;
}

/** Output that is no longer than this is not worth a mask. */
const SMALL = 400;

/**
 * The transcript with the output of old tool calls replaced by a line that says so; everything else is the same object.
 * The cheap way to room, and one that loses nothing: the record stays whole. Made for `hooks.transformContext`:
 * `transformContext: (messages) => maskOldResults(messages, { keepRecentTokens: 40_000 })`.
 *
 * Masks are put on a batch at a time, when twice the budget is exceeded, so that from turn to turn a request mostly
 * begins as the one before it did and a provider's prompt cache holds.
 */
export function maskOldResults(
  messages: readonly Message[],
  { keepRecentTokens }: MaskOptions,
): readonly Message[] {
  const end = firstShown(messages, keepRecentTokens);
  if (end === 0) return messages;
  return messages.map((message, index) =>
    index < end && message.role === "toolResult" ? maskedResult(message) : message,
  );
}

/** Where the results begin that are shown. It depends on the order of messages only, and never moves back. */
function firstShown(messages: readonly Message[], budget: number): number {
  let start = 0;
  let shown = 0;
  for (const [index, message] of messages.entries()) {
    shown += outputTokens(message);
    if (shown <= 2 * budget) continue;
    for (; start < index && shown > budget; start += 1) shown -= outputTokens(messages[start]);
  }
  return start;
}

/** About how many tokens the output of a tool call takes; 0 for other messages. */
export function outputTokens(message: Message | undefined): number {
  if (message?.role !== "toolResult") return 0;
  return outputLength(message) / CHARACTERS_PER_TOKEN + imageTokens([message]);
}

function outputLength({ content }: ToolResultMessage): number {
  return content.reduce((sum, block) => sum + (block.type === "text" ? block.text.length : 0), 0);
}

/** The result with a line in place of its output, frozen as it was; the same object when that would not be shorter. */
export function maskedResult(result: ToolResultMessage): ToolResultMessage {
  const length = outputLength(result);
  const images = result.content.filter((block) => block.type === "image").length;
  if (length <= SMALL && images === 0) return result;
  const what = images === 0 ? `${length} characters` : `${length} characters, images: ${images}`;
  const text = `[Old output left out to make room (${what}). Run the tool again if you need it.]`;
  return recorded({ ...result, content: [{ type: "text", text }] });
}
