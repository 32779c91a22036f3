import type { Message } from "@tau-ts/ai";
import { CHARACTERS_PER_TOKEN } from "./estimate.ts";
import { renderMessage, SEPARATOR } from "./render-transcript.ts";

/** The longest output of one tool call that a summariser is shown, in characters. */
const LONGEST_RESULT = 2_000;
/** The longest message it is shown when not everything fits. */
const LONGEST_MESSAGE = 4_000;

/**
 * A transcript for a summariser, never more than so many tokens: long outputs lose their middle; if that is not enough,
 * so do long messages; if that is not enough either, messages in the middle are left out, and a line says how many. The
 * beginning holds what the user wanted, the end where the work stands.
 */
export function boundedTranscript(messages: readonly Message[], maxTokens: number): string {
  const budget = Math.max(0, Math.floor(maxTokens * CHARACTERS_PER_TOKEN));
  const whole = rendered(messages, Number.POSITIVE_INFINITY);
  if (lengthOf(whole) <= budget) return whole.join(SEPARATOR);
  const short = rendered(messages, Math.min(LONGEST_MESSAGE, Math.floor(budget / 8)));
  if (lengthOf(short) <= budget) return short.join(SEPARATOR);
  return withoutMiddle(short, budget).join(SEPARATOR);
}

function rendered(messages: readonly Message[], longestMessage: number): string[] {
  const longestResult = Math.min(LONGEST_RESULT, longestMessage);
  return messages
    .map((message) =>
      renderMessage(message, (text, piece) =>
        withoutInner(text, piece === "result" ? longestResult : longestMessage),
      ),
    )
    .filter((text) => text !== "");
}

function lengthOf(pieces: readonly string[]): number {
  return pieces.reduce((sum, piece) => sum + piece.length + SEPARATOR.length, 0);
}

/** The first pieces up to a fifth of the budget, and the last ones up to the rest of it. */
function withoutMiddle(pieces: readonly string[], budget: number): string[] {
  const room = budget - noteOf(pieces.length).length - SEPARATOR.length;
  const head = fitting(pieces, room / 5);
  const rest = pieces.slice(head.length);
  const tail = fitting(rest.toReversed(), room - lengthOf(head)).toReversed();
  return [...head, noteOf(rest.length - tail.length), ...tail];
}

function noteOf(count: number): string {
  return `[${count} messages are left out here]`;
}

function fitting(pieces: readonly string[], room: number): string[] {
  let length = 0;
  const end = pieces.findIndex((piece) => (length += piece.length + SEPARATOR.length) > room);
  return pieces.slice(0, end === -1 ? pieces.length : end);
}

/** A text that is too long, without its middle; a character that is two code units stays whole or goes. */
function withoutInner(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const half = Math.floor(longest / 2);
  const start = text.slice(0, half);
  const end = text.slice(text.length - half);
  const left = text.length - 2 * half;
  return `${start.replace(/[\uD800-\uDBFF]$/, "")}\n[${left} characters are left out here]\n${end.replace(/^[\uDC00-\uDFFF]/, "")}`;
}
