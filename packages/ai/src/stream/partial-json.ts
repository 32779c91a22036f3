import type { JsonObject, JsonValue } from "../json.ts";
import { TextBuffer } from "./text-buffer.ts";

type State =
  | "start"
  | "keyOrEnd"
  | "key"
  | "colon"
  | "value"
  | "valueOrEnd"
  | "commaOrEnd"
  | "string"
  | "token"
  | "over";

type Frame =
  | { readonly kind: "object"; readonly container: JsonObject; key: string }
  | { readonly kind: "array"; readonly container: JsonValue[] };

const QUOTE = 34;
const BACKSLASH = 92;
const SPACES: ReadonlySet<string> = new Set([" ", "\t", "\n", "\r"]);
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const TOKEN_CHARACTER = /[-+.0-9A-Za-z]/;
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["\\", "\\"],
  ["/", "/"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

/**
 * Grows an object while its JSON text arrives in fragments. Each character is looked at once, so the work for a
 * fragment does not depend on what came before it. It is a preview: text that is no JSON object leaves what was
 * understood up to there, and says nothing. `JSON.parse` of the whole text decides what the value is.
 */
export class PartialJson {
  /** The one live object. Strings grow in place; numbers, literals and keys appear when they are complete. */
  readonly root: JsonObject = {};
  readonly #frames: Frame[] = [];
  #state: State = "start";
  #token = "";
  readonly #string = new TextBuffer();
  /** What the fragment at hand adds to the string. */
  #piece = "";
  #stringIsKey = false;
  /** An escape sequence that has begun, from its backslash on. */
  #escape = "";

  feed(fragment: string): void {
    let index = 0;
    while (index < fragment.length && this.#state !== "over") {
      if (this.#state === "string") index = this.#readString(fragment, index);
      else if (this.#state === "token") index = this.#readToken(fragment, index);
      else this.#readMark(fragment.charAt(index++));
    }
    if (this.#state !== "string") return;
    const text = this.#takePiece();
    if (!this.#stringIsKey) this.#replace(text);
  }

  #readMark(character: string): void {
    if (SPACES.has(character)) return;
    switch (this.#state) {
      case "start":
        if (character === "{") this.#enter({ kind: "object", container: this.root, key: "" });
        else this.#state = "over";
        return;
      case "keyOrEnd":
      case "key":
        if (character === '"') this.#beginString(true);
        else if (character === "}" && this.#state === "keyOrEnd") this.#leave();
        else this.#state = "over";
        return;
      case "colon":
        this.#state = character === ":" ? "value" : "over";
        return;
      case "value":
      case "valueOrEnd":
        if (character === "]" && this.#state === "valueOrEnd") this.#leave();
        else this.#beginValue(character);
        return;
      case "commaOrEnd":
        this.#afterValue(character);
        return;
      case "string":
      case "token":
      case "over":
      // Read elsewhere, or not at all.
    }
  }

  #beginValue(character: string): void {
    if (character === '"') {
      this.#append("");
      this.#beginString(false);
    } else if (character === "{") {
      const container: JsonObject = {};
      this.#append(container);
      this.#enter({ kind: "object", container, key: "" });
    } else if (character === "[") {
      const container: JsonValue[] = [];
      this.#append(container);
      this.#enter({ kind: "array", container });
    } else if (TOKEN_CHARACTER.test(character)) {
      this.#token = character;
      this.#state = "token";
    } else {
      this.#state = "over";
    }
  }

  #afterValue(character: string): void {
    const kind = this.#frames.at(-1)?.kind;
    if (character === ",") this.#state = kind === "object" ? "key" : "value";
    else if (character === (kind === "object" ? "}" : "]")) this.#leave();
    else this.#state = "over";
  }

  #beginString(isKey: boolean): void {
    this.#string.clear();
    this.#stringIsKey = isKey;
    this.#state = "string";
  }

  #readString(fragment: string, from: number): number {
    if (this.#escape !== "") return this.#readEscape(fragment, from);
    let index = from;
    while (index < fragment.length) {
      const code = fragment.charCodeAt(index);
      if (code === QUOTE || code === BACKSLASH) break;
      index += 1;
    }
    this.#piece += fragment.slice(from, index);
    if (index === fragment.length) return index;
    if (fragment.charCodeAt(index) === BACKSLASH) this.#escape = "\\";
    else this.#endString();
    return index + 1;
  }

  #endString(): void {
    const frame = this.#frames.at(-1);
    const text = this.#takePiece();
    if (!this.#stringIsKey) {
      this.#replace(text);
      this.#state = "commaOrEnd";
    } else if (frame?.kind === "object") {
      frame.key = text;
      this.#state = "colon";
    }
  }

  /** The string so far. */
  #takePiece(): string {
    if (this.#piece !== "") this.#string.append(this.#piece);
    this.#piece = "";
    return this.#string.text;
  }

  #readEscape(fragment: string, index: number): number {
    this.#escape += fragment.charAt(index);
    if (this.#escape.charAt(1) !== "u") {
      const character = ESCAPES.get(this.#escape.charAt(1));
      if (character === undefined) this.#state = "over";
      else this.#piece += character;
      this.#escape = "";
    } else if (this.#escape.length === 6) {
      const digits = this.#escape.slice(2);
      if (/^[0-9A-Fa-f]{4}$/.test(digits)) {
        this.#piece += String.fromCharCode(parseInt(digits, 16));
      } else {
        this.#state = "over";
      }
      this.#escape = "";
    }
    return index + 1;
  }

  #readToken(fragment: string, from: number): number {
    let index = from;
    while (index < fragment.length && TOKEN_CHARACTER.test(fragment.charAt(index))) index += 1;
    this.#token += fragment.slice(from, index);
    if (index < fragment.length) this.#endToken();
    return index;
  }

  #endToken(): void {
    this.#state = "commaOrEnd";
    if (this.#token === "true") this.#append(true);
    else if (this.#token === "false") this.#append(false);
    else if (this.#token === "null") this.#append(null);
    else if (NUMBER.test(this.#token)) this.#append(Number(this.#token));
    else this.#state = "over";
  }

  #enter(frame: Frame): void {
    this.#frames.push(frame);
    this.#state = frame.kind === "object" ? "keyOrEnd" : "valueOrEnd";
  }

  #leave(): void {
    this.#frames.pop();
    this.#state = this.#frames.length === 0 ? "over" : "commaOrEnd";
  }

  /** A new value at the current place. */
  #append(value: JsonValue): void {
    const frame = this.#frames.at(-1);
    if (frame?.kind === "array") frame.container.push(value);
    else if (frame !== undefined) setOwn(frame.container, frame.key, value);
  }

  /** The same place again: a string that grew. */
  #replace(value: JsonValue): void {
    const frame = this.#frames.at(-1);
    if (frame?.kind === "array") frame.container[frame.container.length - 1] = value;
    else if (frame !== undefined) setOwn(frame.container, frame.key, value);
  }
}

/** A plain assignment to `__proto__` would change the prototype, where `JSON.parse` makes an own property. */
function setOwn(container: JsonObject, key: string, value: JsonValue): void {
  if (key !== "__proto__") {
    container[key] = value;
    return;
  }
  const attributes = { configurable: true, enumerable: true, writable: true };
  Object.defineProperty(container, key, { ...attributes, value });
}
