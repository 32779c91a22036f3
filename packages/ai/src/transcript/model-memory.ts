import type { ProviderError } from "../errors.ts";
import type { JsonObject } from "../json.ts";
import type { Message } from "../messages.ts";
import type { CallIds } from "./call-ids.ts";
import { JsonMemory } from "./json-memory.ts";
import { RejectedContent, type LearnedRejection } from "./rejected-content.ts";
import type { WireEntry } from "./wire-entry.ts";

/** The beginning of the latest transcript: entries of messages, and the call ids given out up to there. */
interface Prefix {
  readonly messages: Message[];
  readonly entries: WireEntry[];
  ids: CallIds | undefined;
}

interface RememberedTurn {
  readonly entries: readonly WireEntry[];
  readonly made: readonly JsonObject[];
}

/**
 * What one model object remembers between its requests: the wire's words for each message and their JSON, so that a
 * request costs what is new in it, and content that the provider will not take.
 *
 * Only a frozen message is remembered: one that can still change is looked at anew every time.
 */
export class ModelMemory {
  readonly rejected: RejectedContent = new RejectedContent();
  #entries = new WeakMap<Message, { readonly key: string; readonly entry: WireEntry }>();
  #prefix: Prefix = emptyPrefix();
  /** Turns by their first entry. */
  readonly #turns = new WeakMap<WireEntry, RememberedTurn>();
  readonly #json = new JsonMemory();

  /** Whether a message is remembered at all. */
  remembers(message: Message): boolean {
    return isFrozen(message);
  }

  /** What is known of the beginning of a transcript. A transcript that does not go on from the latest one begins anew. */
  prefix(
    messages: readonly Message[],
  ): { entries: readonly WireEntry[]; ids: CallIds } | undefined {
    const { messages: known, entries, ids } = this.#prefix;
    if (ids !== undefined && known.every((message, index) => message === messages[index])) {
      return { entries, ids };
    }
    this.#prefix = emptyPrefix();
    return undefined;
  }

  /** The next message of the beginning; `ids` has seen all of it. */
  extendPrefix(message: Message, entry: WireEntry, ids: CallIds): void {
    this.#prefix.messages.push(message);
    this.#prefix.entries.push(entry);
    this.#prefix.ids = ids;
  }

  /** The entry of a message: the remembered one, if it was made with the same call ids, else the one `build` makes. */
  entry(message: Message, ids: readonly string[], build: () => WireEntry): WireEntry {
    if (!isFrozen(message)) return build();
    const key = ids.length === 0 ? "" : ids.join("\n");
    const known = this.#entries.get(message);
    if (known?.key === key) return known.entry;
    const entry = build();
    this.#entries.set(message, { key, entry });
    for (const part of entry.parts) this.#json.remember(part);
    return entry;
  }

  /** What `build` made of these entries, which must be neighbours, when they were last in one turn. */
  turn(entries: readonly WireEntry[], build: () => readonly JsonObject[]): readonly JsonObject[] {
    const [first] = entries;
    if (first === undefined) return build();
    const known = this.#turns.get(first);
    if (known !== undefined && isSameList(known.entries, entries)) return known.made;
    const made = build();
    // Entries of messages that can still change are new every time, and never found again.
    this.#turns.set(first, { entries, made });
    for (const message of made) this.#json.remember(message);
    return made;
  }

  /** Learns from a failure what to leave out. What was made of messages before then holds no longer. */
  learn(error: ProviderError, body: JsonObject, messages: readonly Message[]): LearnedRejection {
    const learned = this.rejected.learn(error, body, messages);
    if (learned.images + learned.signatures > 0) {
      this.#entries = new WeakMap();
      this.#prefix = emptyPrefix();
    }
    return learned;
  }

  /** Serialises what is new of the messages that are remembered. */
  prepare(body: JsonObject): void {
    this.#json.prepare(body);
  }

  /** The same text as `JSON.stringify(body)`, but what is remembered is serialised once in its life. */
  stringify(body: JsonObject): string {
    return this.#json.stringify(body);
  }
}

function emptyPrefix(): Prefix {
  return { messages: [], entries: [], ids: undefined };
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, index) => item === other[index]);
}

/** Whoever freezes a message and its content froze all of it: that is what recording a message does. */
function isFrozen(message: Message): boolean {
  if (!Object.isFrozen(message)) return false;
  return !("content" in message) || Object.isFrozen(message.content);
}
