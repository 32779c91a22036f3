import type { JsonObject } from "../json.ts";
import type { Message } from "../messages.ts";
import { CallIds, portableToolCallId } from "./call-ids.ts";
import type { ModelMemory } from "./model-memory.ts";
import {
  portableMessage,
  type PortableMessage,
  type TranscriptReader,
} from "./portable-message.ts";
import type { WireEntry, WireTurn } from "./wire-entry.ts";

/**
 * The transcript in the words of a wire, oldest first. The record is only read. `make` turns one message into parts; it
 * may depend on the message and the reader and on nothing else, because its parts are kept in the reader's memory.
 * A message of which nothing remains has no entry.
 */
export function wireEntries(
  messages: readonly Message[],
  reader: TranscriptReader,
  make: (message: PortableMessage) => readonly JsonObject[],
): WireEntry[] {
  const { memory } = reader;
  const format = reader.toolCallId ?? portableToolCallId;
  const known = memory?.prefix(messages);
  const entries = known === undefined ? [] : [...known.entries];
  let ids = known?.ids ?? new CallIds(format);
  let isPrefix = memory !== undefined;
  for (let index = entries.length; index < messages.length; index++) {
    const message = messages[index];
    if (message === undefined) break;
    // What is remembered must not hear of the ids of a message that is not.
    if (isPrefix && memory?.remembers(message) === false) {
      isPrefix = false;
      ids = ids.copy();
    }
    const own = ids.of(message);
    const build = (): WireEntry => entryOf(portableMessage(message, reader, own), make);
    const entry = memory?.entry(message, own, build) ?? build();
    if (isPrefix) memory?.extendPrefix(message, entry, ids);
    entries.push(entry);
  }
  return entries.filter((entry) => entry.parts.length > 0);
}

function entryOf(
  message: PortableMessage | undefined,
  make: (message: PortableMessage) => readonly JsonObject[],
): WireEntry {
  return message === undefined
    ? { role: "user", parts: [] }
    : { role: message.role, parts: make(message) };
}

/**
 * Entries as turns of strictly changing roles, which is what some providers demand, in the words of a wire. Tool results
 * count as the user's. What `make` makes of a turn may depend on the turn and the reader and on nothing else.
 */
export function wireTurns(
  entries: readonly WireEntry[],
  memory: ModelMemory | undefined,
  make: (turn: WireTurn) => readonly JsonObject[],
): JsonObject[] {
  const made: JsonObject[] = [];
  for (let from = 0, to = 0; from < entries.length; from = to) {
    const role = turnRole(entries[from]);
    while (to < entries.length && turnRole(entries[to]) === role) to += 1;
    const run = entries.slice(from, to);
    const build = (): readonly JsonObject[] => make(turnOf(role, run));
    for (const message of memory?.turn(run, build) ?? build()) made.push(message);
  }
  return made;
}

function turnRole(entry: WireEntry | undefined): WireTurn["role"] {
  return entry?.role === "assistant" ? "assistant" : "user";
}

function turnOf(role: WireTurn["role"], entries: readonly WireEntry[]): WireTurn {
  const partsOf = (isResult: boolean): JsonObject[] =>
    entries
      .filter((entry) => (entry.role === "toolResult") === isResult)
      .flatMap((entry) => entry.parts);
  return { role, results: partsOf(true), words: partsOf(false) };
}
