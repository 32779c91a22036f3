import type { JsonObject } from "../json.ts";

/** Remembered objects sit at most this deep in a body: body, list of messages, message, its content, part. */
const MAX_DEPTH = 4;
/** In place of a JSON text that is not kept. */
const NOT_KEPT = "";
/** So many neighbours are kept as one text: one text for each would cost more than it saves. */
const CHUNK = 32;

interface Chunk {
  readonly items: readonly object[];
  /** Their JSON, with commas between them. */
  readonly text: string;
}

/**
 * Serialises bodies that have most of their objects in common with the one before. Only objects that were announced
 * are remembered, and those must not change.
 */
export class JsonMemory {
  readonly #texts = new WeakMap<object, string>();
  /** The beginning of the latest list of messages. */
  #chunks: Chunk[] = [];

  /** The object will be met again, in the same place or another one. */
  remember(value: object): void {
    if (!this.#texts.has(value)) this.#texts.set(value, NOT_KEPT);
  }

  /** Does ahead what `stringify` would do for the messages of the body. */
  prepare(body: JsonObject): void {
    for (const field of Object.values(body)) {
      if (this.#isMessages(field)) this.#messageTexts(field);
      else if (Array.isArray(field)) this.#itemTexts(field, 1, true);
    }
  }

  /** The same text as `JSON.stringify(body)`. */
  stringify(body: JsonObject): string {
    return this.#text(body, 0, true) ?? "null";
  }

  /** `keep`: the text is not part of one that is kept anyway. */
  #text(value: unknown, depth: number, keep: boolean): string | undefined {
    if (typeof value === "string") return quoted(value);
    if (typeof value !== "object" || value === null) return JSON.stringify(value);
    const known = this.#texts.get(value);
    if (known !== undefined && known !== NOT_KEPT) return known;
    const isKept = keep && known === NOT_KEPT;
    const text = this.#objectText(value, depth, keep && !isKept);
    if (isKept && text !== undefined) this.#texts.set(value, text);
    return text;
  }

  #objectText(value: object, depth: number, keep: boolean): string | undefined {
    if (depth >= MAX_DEPTH || !isPlain(value)) return JSON.stringify(value);
    if (Array.isArray(value)) {
      const isMessages = depth === 1 && this.#isMessages(value);
      const texts = isMessages ? this.#messageTexts(value) : this.#itemTexts(value, depth, keep);
      return `[${texts.join(",")}]`;
    }
    const fields: string[] = [];
    for (const [name, field] of Object.entries(value)) {
      const text = this.#text(field, depth + 1, keep);
      if (text !== undefined) fields.push(`${quoted(name)}:${text}`);
    }
    return `{${fields.join(",")}}`;
  }

  #isMessages(value: unknown): value is readonly unknown[] {
    return Array.isArray(value) && isObject(value[0]) && this.#texts.has(value[0]);
  }

  #itemTexts(list: readonly unknown[], depth: number, keep: boolean): string[] {
    return list.map((item) => this.#text(item, depth + 1, keep) ?? "null");
  }

  /** Whole chunks first, then the messages that do not fill one. */
  #messageTexts(list: readonly unknown[]): string[] {
    const same = this.#chunks.findIndex(
      ({ items }, at) => !items.every((item, index) => item === list[at * CHUNK + index]),
    );
    if (same >= 0) this.#chunks.length = same;
    for (;;) {
      const start = this.#chunks.length * CHUNK;
      const next = list.slice(start, start + CHUNK).filter(isObject);
      if (next.length < CHUNK || !next.every((item) => this.#texts.has(item))) break;
      this.#chunks.push({ items: next, text: this.#itemTexts(next, 1, true).join(",") });
      for (const item of next) this.#texts.set(item, NOT_KEPT);
    }
    const rest = list.slice(this.#chunks.length * CHUNK);
    return [...this.#chunks.map(({ text }) => text), ...this.#itemTexts(rest, 1, true)];
  }
}

/** The words around remembered objects are many and plain. */
function quoted(text: string): string {
  return text.length < 32 && /^\w*$/.test(text) ? `"${text}"` : JSON.stringify(text);
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Other objects may have a `toJSON` of their own. */
function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && !("toJSON" in value);
}
