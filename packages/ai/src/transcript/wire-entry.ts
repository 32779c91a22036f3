import type { JsonObject } from "../json.ts";

/** One message in the words of a wire: `parts` are its blocks, parts, items or messages. */
export interface WireEntry {
  readonly role: "user" | "assistant" | "toolResult";
  readonly parts: readonly JsonObject[];
}

/** Everything between two replies, and a reply, each as one turn. `results` come before `words`. */
export interface WireTurn {
  readonly role: "user" | "assistant";
  readonly results: readonly JsonObject[];
  readonly words: readonly JsonObject[];
}
