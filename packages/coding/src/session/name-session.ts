import { complete, textOf, userMessage } from "@tau-ts/ai";
import type { AssistantMessage, Message, Model, ModelRequest } from "@tau-ts/ai";

/** A name, and what it cost to find. */
export interface FoundName {
  readonly name: string;
  /** Absent when the model could not be asked and the first words of the prompt are the name. */
  readonly reply?: AssistantMessage;
  readonly request: ModelRequest;
}

const instructions =
  "You name conversations. Answer with a title of three to six words that says what the user wants, in the user's language, and with nothing else: no quotes, no full stop.";

/** How much of the first prompt the model is shown. */
const shownCharacters = 2_000;
/** In characters. */
const longestName = 60;

/**
 * Asks a model, in one call that is no part of any transcript, for a short name of a conversation. When it fails the
 * first words of the first prompt are the name. Undefined when nobody has said anything, or when `signal` aborts.
 */
export async function findName(
  model: Model,
  messages: readonly Message[],
  signal: AbortSignal,
): Promise<FoundName | undefined> {
  const prompt = messages.find((message) => message.role === "user");
  if (prompt === undefined || textOf(prompt).trim() === "") return undefined;
  const request = nameRequest(textOf(prompt), prompt.timestamp);
  const reply = await complete(model, { ...request, signal });
  if (signal.aborted) return undefined;
  const hasFailed = reply.stopReason === "error" || reply.stopReason === "aborted";
  const name = hasFailed ? "" : tidy(textOf(reply));
  return {
    name: name === "" ? tidy(textOf(prompt).trim().split(/\s+/, 4).join(" ")) : name,
    ...(hasFailed ? {} : { reply }),
    request,
  };
}

function nameRequest(prompt: string, timestamp: number): ModelRequest {
  const text = `The conversation begins with:\n\n${prompt.slice(0, shownCharacters)}`;
  return {
    system: instructions,
    messages: [userMessage(text, timestamp)],
    maxTokens: 200,
    thinking: "off",
  };
}

/** One line of plain words, not too long, and not cut within a character. */
function tidy(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  const words = line.replace(/^["'`*#\s]+|["'`*.\s]+$/g, "").replaceAll(/\p{Cc}/gu, " ");
  return Array.from(words).slice(0, longestName).join("").trim();
}
