import { isJsonObject, type JsonObject } from "../json.ts";
import { PartialJson } from "./partial-json.ts";
import { TextBuffer } from "./text-buffer.ts";

/** What a call's argument text came to. With `argumentsError`, `arguments` is `{}` and the text was no JSON object. */
export interface ParsedArguments {
  readonly arguments: JsonObject;
  readonly argumentsError?: string;
}

/** Collects the argument text of one tool call. `live` grows with every fragment; `finish` decides. */
export class ToolArguments {
  readonly #preview = new PartialJson();
  readonly #initial: JsonObject | undefined;
  readonly #buffer = new TextBuffer();

  /** `initial`: arguments a wire gave as an object at the start of the call. Text that follows takes their place. */
  constructor(initial?: JsonObject) {
    this.#initial = initial;
  }

  /** What is known so far: one object that grows in place. */
  get live(): JsonObject {
    return this.#buffer.text === "" && this.#initial !== undefined
      ? this.#initial
      : this.#preview.root;
  }

  append(fragment: string): void {
    this.#buffer.append(fragment);
    this.#preview.feed(fragment);
  }

  finish(): ParsedArguments {
    const { text } = this.#buffer;
    return text.trim() === "" && this.#initial !== undefined
      ? { arguments: this.#initial }
      : parseToolArguments(text);
  }
}

/** The arguments in a complete text. Blank text means no arguments. */
export function parseToolArguments(text: string): ParsedArguments {
  if (text.trim() === "") return { arguments: {} };
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return { arguments: value };
  } catch {
    // Not JSON: told below, together with JSON that is no object.
  }
  return { arguments: {}, argumentsError: text };
}
