import {
  parseStream,
  toWire,
  type AssistantEvent,
  type AssistantMessage,
  type Compat,
  type JsonObject,
  type ModelRequest,
  type WireName,
  type WireTarget,
} from "../../src/index.ts";
import { chunked } from "./bytes.ts";
import { said } from "./conversation.ts";
import { collect, finalMessage } from "./events.ts";

export const WIRES: readonly WireName[] = [
  "anthropic-messages",
  "google-generative-ai",
  "mistral-chat",
  "openai-completions",
  "openai-responses",
];

type Chunks = readonly (string | Uint8Array)[];

/** How a test reads replies of one wire; each chunk comes in a turn of its own. */
export interface WireReading {
  readonly events: (...chunks: Chunks) => Promise<AssistantEvent[]>;
  /** The message that the events come to. */
  readonly final: (...chunks: Chunks) => Promise<AssistantMessage>;
}

export function readingOf(wire: WireName): WireReading {
  const events: WireReading["events"] = (...chunks) => collect(parseStream(wire, chunked(chunks)));
  return { events, final: async (...chunks) => finalMessage(await events(...chunks)) };
}

/** Builds the body of a request; one without messages says "hi". */
export type BodyBuilder = (
  request: Partial<ModelRequest>,
  compat?: Compat,
  maxOutput?: number,
) => JsonObject;

/** Bodies of one wire, for one target. */
export function bodiesOf(wire: WireName, target: WireTarget): BodyBuilder {
  return (request, compat = {}, maxOutput = target.maxOutput) =>
    toWire(wire, { messages: [said("hi")], ...request }, { ...target, compat, maxOutput }).body;
}
