import { isJsonObject } from "@tau-ts/ai";
import type { ImageContent, JsonObject, TextContent, UserMessage } from "@tau-ts/ai";

/** A command that lacks what it needs; the message is its error response. */
export class RpcFieldError extends Error {
  override readonly name = "RpcFieldError";
}

/** The fields of one command. */
export class Fields {
  readonly #command: JsonObject;

  constructor(command: JsonObject) {
    this.#command = command;
  }

  text(name: string): string {
    const value = this.optionalText(name);
    if (value !== undefined) return value;
    throw new RpcFieldError(`${name} is missing: it must be a string.`);
  }

  optionalText(name: string): string | undefined {
    const value = this.#command[name];
    if (value === undefined || value === null || typeof value === "string")
      return value ?? undefined;
    throw new RpcFieldError(`${name} must be a string, not ${JSON.stringify(value)}.`);
  }

  isTrue(name: string): boolean {
    const value = this.#command[name];
    if (typeof value === "boolean") return value;
    throw new RpcFieldError(`${name} must be true or false.`);
  }

  optionallyTrue(name: string): boolean {
    return this.#command[name] === undefined ? false : this.isTrue(name);
  }

  choice<const Choice extends string>(name: string, choices: readonly Choice[]): Choice {
    const value = this.#command[name];
    const choice = choices.find((candidate) => candidate === value);
    if (choice !== undefined) return choice;
    throw new RpcFieldError(
      `${name} must be one of ${choices.join(", ")}, not ${JSON.stringify(value)}.`,
    );
  }

  optionalChoice<const Choice extends string>(
    name: string,
    choices: readonly Choice[],
  ): Choice | undefined {
    return this.#command[name] === undefined ? undefined : this.choice(name, choices);
  }

  /** What the user says: `message`, with the pictures in `images`. */
  spoken(): string | UserMessage {
    const text = this.text("message");
    const { images } = this.#command;
    if (images === undefined || images === null) return text;
    if (!Array.isArray(images) || !images.every(isImage))
      throw new RpcFieldError('images must be a list of { type: "image", data, mimeType }.');
    if (images.length === 0) return text;
    const words: TextContent[] = text === "" ? [] : [{ type: "text", text }];
    return { role: "user", content: [...words, ...images.filter(isImage)], timestamp: Date.now() };
  }
}

function isImage(value: unknown): value is ImageContent & JsonObject {
  return (
    isJsonObject(value) &&
    value["type"] === "image" &&
    typeof value["data"] === "string" &&
    typeof value["mimeType"] === "string"
  );
}
