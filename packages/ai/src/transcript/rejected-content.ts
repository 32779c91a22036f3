import type { ProviderError } from "../errors.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Message } from "../messages.ts";

/** What was learned from one failure. All zero: nothing. */
export interface LearnedRejection {
  readonly images: number;
  readonly signatures: number;
}

interface Candidate {
  readonly kind: "images" | "signatures";
  /** The image's base64 data, or the signature. */
  readonly content: string;
}

/** A place in a request body as providers write it: `messages.3.content.1`, `contents[2].parts[0]`, `input[4]`. */
const PLACE = /\b(?:messages|contents|input)(?:\.?\[\d+\]|\.\d+)[\w.[\]]*/;
const SPEAKS_OF_IMAGES =
  /\b(?:images?|image_url|pictures?|media|mime_?types?|inline_?data|base64)\b/i;
const SPEAKS_OF_SIGNATURES = /\bsignatures?\b/i;
const SAYS_INVALID = /\b(?:invalid|not valid|corrupt(?:ed)?|could not|cannot|unable)\b/i;

/**
 * Content that a provider refused for good. A request that holds it fails whatever else is in it, so that one bad
 * attachment would end a session; it is left out of later requests instead.
 *
 * Learned from a refusal (400, 413, 415, 422) that is about content: one that names a place in the request means what
 * is at that place; one that only speaks of images, or a request that is too large in bytes, means every image that was
 * in no accepted request before; one that speaks of an invalid signature means likewise the signatures. Anything else
 * teaches nothing.
 */
export class RejectedContent {
  readonly #rejected = new Set<string>();
  readonly #accepted = new WeakSet<Message>();

  /** Whether an image's data, or a signature, was refused. */
  has(content: string): boolean {
    return this.#rejected.has(content);
  }

  /** The provider took this request: what is in it is not to blame for a later failure. */
  accept(messages: readonly Message[]): void {
    for (let index = messages.length - 1; index >= 0; index--) {
      const message = messages[index];
      if (message === undefined || this.#accepted.has(message)) return;
      this.#accepted.add(message);
    }
  }

  learn(error: ProviderError, body: JsonObject, messages: readonly Message[]): LearnedRejection {
    const found = isAboutContent(error) ? this.#suspects(error, body, messages) : [];
    const learned = { images: 0, signatures: 0 };
    for (const { kind, content } of found) {
      if (this.#rejected.has(content)) continue;
      this.#rejected.add(content);
      learned[kind] += 1;
    }
    return learned;
  }

  #suspects(
    error: ProviderError,
    body: JsonObject,
    messages: readonly Message[],
  ): readonly Candidate[] {
    const said = `${error.param ?? ""} ${error.message}`;
    const place = PLACE.exec(said)?.[0];
    if (place !== undefined) return contentAt(body, place, candidates(messages));
    const fresh = candidates(messages.filter((message) => !this.#accepted.has(message)));
    if (error.status === 413 || SPEAKS_OF_IMAGES.test(said)) {
      return fresh.filter(({ kind }) => kind === "images");
    }
    const isSignature = SPEAKS_OF_SIGNATURES.test(said) && SAYS_INVALID.test(said);
    return isSignature ? fresh.filter(({ kind }) => kind === "signatures") : [];
  }
}

function isAboutContent({ kind, status }: ProviderError): boolean {
  return status === 413 || (kind === "invalid-request" && status !== 404);
}

/** Everything in a transcript that can be left out without changing what was said. */
function candidates(messages: readonly Message[]): Candidate[] {
  return messages.flatMap((message) => {
    if (!("content" in message) || typeof message.content === "string") return [];
    const found: Candidate[] = [];
    for (const block of message.content) {
      if (block.type === "image" && block.data !== "")
        found.push({ kind: "images", content: block.data });
      const signature =
        block.type === "thinking"
          ? block.thinkingSignature
          : block.type === "text"
            ? block.textSignature
            : block.type === "toolCall"
              ? block.thoughtSignature
              : undefined;
      if (signature !== undefined) found.push({ kind: "signatures", content: signature });
    }
    return found;
  });
}

/**
 * The candidates at a place in a body. Words of the place that are no keys are skipped (providers put the type of a
 * block between its index and its fields); a place inside a block means the block.
 */
function contentAt(body: JsonObject, place: string, known: readonly Candidate[]): Candidate[] {
  let node: JsonValue = body;
  let block: JsonValue = null;
  for (const word of place.match(/[^.[\]]+/g) ?? []) {
    const next: JsonValue | undefined = childOf(node, word);
    if (next === undefined) continue;
    if (Array.isArray(node)) block = next;
    node = next;
  }
  const texts = textsIn(block);
  return known.filter(({ content }) =>
    texts.some((text) => text === content || text.endsWith(`,${content}`)),
  );
}

function childOf(node: JsonValue, word: string): JsonValue | undefined {
  if (Array.isArray(node)) return /^\d+$/.test(word) ? node[Number(word)] : undefined;
  return isJsonObject(node) && Object.hasOwn(node, word) ? node[word] : undefined;
}

function textsIn(node: JsonValue): string[] {
  if (typeof node === "string") return [node];
  if (typeof node !== "object" || node === null) return [];
  return Object.values(node).flatMap(textsIn);
}
