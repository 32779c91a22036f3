import { fnv1a } from "../fnv1a.ts";
import type { Message } from "../messages.ts";

/** Lengths are compared apart: a bounded repetition makes the engine write each step out. */
const PORTABLE = /^[A-Za-z0-9_-]+$/;
const MAX_ID_LENGTH = 64;
const MAX_NAME_LENGTH = 128;

/** An id for a call that came without one. Ids of different turns must differ, so that a count would not do. */
export function makeToolCallId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  let id = "call_";
  for (const byte of bytes) id += byte.toString(16).padStart(2, "0");
  return id;
}

/**
 * An id that every provider accepts. A valid one stays as it is; another one becomes its letters and digits followed by
 * a hash of the whole, so that a call and its result stay together and `a|b` stays different from `a_b`.
 */
export function portableToolCallId(id: string): string {
  if (id.length <= MAX_ID_LENGTH && PORTABLE.test(id)) return id;
  const readable = id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 40);
  return `tc_${readable}_${fnv1a(id)}${fnv1a(id, 0x1b873593)}`;
}

/** A tool's name as every provider accepts it in a transcript: models also call tools that do not exist. */
export function portableToolName(name: string): string {
  if (name.length <= MAX_NAME_LENGTH && PORTABLE.test(name)) return name;
  return name.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 64) || "unnamed_tool";
}

/**
 * Gives every call an id that is unique in the transcript, and its result the same one. The first call of an id keeps
 * it; a repeated id gets another one for each repeat, the same in every request.
 */
export class CallIds {
  readonly #format: (id: string) => string;
  #seen = new Map<string, number>();
  /** Ids of the latest message that made a call of that id, to be given to its results in order. */
  #open = new Map<string, readonly string[]>();

  constructor(format: (id: string) => string) {
    this.#format = format;
  }

  /** Another one that knows the same and learns apart from this one. */
  copy(): CallIds {
    const copy = new CallIds(this.#format);
    copy.#seen = new Map(this.#seen);
    copy.#open = new Map(this.#open);
    return copy;
  }

  of(message: Message): readonly string[] {
    if (message.role === "toolResult") return [this.#result(message.toolCallId)];
    if (message.role !== "assistant") return [];
    const ids: string[] = [];
    const latest = new Map<string, string[]>();
    for (const block of message.content) {
      if (block.type !== "toolCall") continue;
      const id = this.#call(block.id);
      ids.push(id);
      latest.set(block.id, [...(latest.get(block.id) ?? []), id]);
    }
    for (const [recorded, list] of latest) this.#open.set(recorded, list);
    return ids;
  }

  #call(recorded: string): string {
    const repeat = this.#seen.get(recorded) ?? 0;
    this.#seen.set(recorded, repeat + 1);
    return this.#format(repeat === 0 ? recorded : `${recorded}\u0000${repeat}`);
  }

  #result(recorded: string): string {
    const list = this.#open.get(recorded);
    if (list !== undefined && list.length > 1) this.#open.set(recorded, list.slice(1));
    return list?.[0] ?? this.#format(recorded);
  }
}
