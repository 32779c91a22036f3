import { anthropicMessages } from "./anthropic-messages/index.ts";
import { googleGenerativeAI } from "./google-generative-ai/index.ts";
import { mistralChat } from "./mistral-chat/index.ts";
import { openaiCompletions } from "./openai-completions/index.ts";
import { openaiResponses } from "./openai-responses/index.ts";
import type { Wire } from "./wire.ts";

/** The wires that are spoken here. */
export type WireName =
  | "anthropic-messages"
  | "google-generative-ai"
  | "mistral-chat"
  | "openai-completions"
  | "openai-responses";

const WIRES: Readonly<Record<WireName, Wire>> = {
  "anthropic-messages": anthropicMessages,
  "google-generative-ai": googleGenerativeAI,
  "mistral-chat": mistralChat,
  "openai-completions": openaiCompletions,
  "openai-responses": openaiResponses,
};

/** Whether a text, such as one out of a settings file, names a wire. */
export function isWireName(name: unknown): name is WireName {
  return typeof name === "string" && Object.hasOwn(WIRES, name);
}

/** Throws a TypeError that lists the known wires when there is none of that name. */
export function wireByName(name: WireName): Wire {
  if (isWireName(name)) return WIRES[name];
  const known = Object.keys(WIRES).join(", ");
  throw new TypeError(`unknown wire ${JSON.stringify(name)}; known wires: ${known}`);
}
