import type { JsonObject, JsonValue } from "@tau-ts/ai";

/** One setting: where it stands in the file, what it may be, and what it is when nobody says anything. */
export interface Field<T> {
  /** Keys from the top of the file, apart by dots: `compaction.enabled`. */
  readonly path: string;
  readonly description: string;
  readonly fallback: T;
  /** The JSON Schema of a value. */
  readonly schema: JsonObject;
  /** For people: what a value may be. */
  readonly expected: string;
  /** The value, or undefined when it is not allowed here. */
  readonly read: (value: JsonValue) => T | undefined;
  /** The environment variable that overrides files. */
  readonly variable?: string | undefined;
  /** What the text of a variable stands for. Default: itself. */
  readonly fromText?: ((text: string) => JsonValue) | undefined;
  /** A project must not decide this, not even a trusted one. */
  readonly isUserOnly?: boolean | undefined;
  /** Lists of several files are joined instead of the later one taking the place of the earlier. */
  readonly isJoined?: boolean | undefined;
}

/** What is said of a field apart from its type. */
type About<T> = Pick<Field<T>, "path" | "description" | "fallback"> &
  Partial<Pick<Field<T>, "variable" | "isUserOnly">>;

export function textField<T extends string | undefined>(
  about: About<T | string>,
): Field<T | string> {
  return {
    ...about,
    schema: { type: "string" },
    expected: "a text",
    read: (value) => (typeof value === "string" && value.trim() !== "" ? value : undefined),
  };
}

export function choiceField<T extends string>(choices: readonly T[], about: About<T>): Field<T> {
  return {
    ...about,
    schema: { enum: [...choices] },
    expected: `one of ${choices.map((choice) => JSON.stringify(choice)).join(", ")}`,
    read: (value) => choices.find((choice) => choice === value),
  };
}

export function flagField(about: About<boolean>): Field<boolean> {
  return {
    ...about,
    schema: { type: "boolean" },
    expected: "true or false",
    read: (value) => (typeof value === "boolean" ? value : undefined),
    fromText: (text) =>
      text === "true" || text === "1" ? true : text === "false" || text === "0" ? false : text,
  };
}

/** A whole number of at least `minimum`. */
export function countField<T extends number | undefined>(
  minimum: number,
  about: About<T | number>,
): Field<T | number> {
  return {
    ...about,
    schema: { type: "integer", minimum },
    expected: `a whole number of ${minimum} or more`,
    read: (value) =>
      typeof value === "number" && Number.isSafeInteger(value) && value >= minimum
        ? value
        : undefined,
    fromText: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text),
  };
}

/** What the items of a list may be. */
export type ListItems<Item> = Pick<Field<Item>, "schema" | "expected" | "read">;

/** A list. Items that are not allowed are left out; `isUnderstood` tells. */
export function listField<Item>(
  items: ListItems<Item>,
  about: About<readonly Item[]> & Pick<Field<unknown>, "isJoined">,
): Field<readonly Item[]> {
  return {
    ...about,
    schema: { type: "array", items: items.schema },
    expected: `a list of ${items.expected}`,
    read: (value) => {
      if (!Array.isArray(value)) return undefined;
      return value.map((item) => items.read(item)).filter((item) => item !== undefined);
    },
  };
}

/** Whether all of a raw value came through a field's `read`. */
export function isUnderstood(raw: JsonValue, value: unknown): boolean {
  if (Array.isArray(raw) && Array.isArray(value)) return raw.length === value.length;
  return value !== undefined;
}
