import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject, JsonValue } from "@tau-ts/ai";
import type { ParseError } from "jsonc-parser";
import { SettingsError } from "../../errors.ts";
import { insertProperty } from "./insert-property.ts";
import type { JsonLayout } from "./insert-property.ts";

/**
 * The object that a text of JSON with comments and trailing commas holds; an empty text holds an empty one. Throws
 * `SettingsError` (`damaged`) with the line and column of the first mistake.
 */
export async function parseJsonc(text: string, path: string): Promise<JsonObject> {
  if (text.trim() === "") return {};
  const { parse, printParseErrorCode } = await import("jsonc-parser");
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [first] = errors;
  if (first)
    throw damaged(path, `${printParseErrorCode(first.error)} at ${position(text, first.offset)}`);
  if (value === undefined) return {};
  if (!isJsonObject(value)) throw damaged(path, "it must hold an object, { … }");
  return value;
}

/**
 * The text with the value at a path of keys changed, or removed when it is `undefined`; comments, order and layout stay.
 * Throws `SettingsError` (`damaged`) when the text is no JSON: what cannot be read is not overwritten.
 */
export async function editJsonc(
  text: string,
  path: string,
  keys: readonly string[],
  value: JsonValue | undefined,
): Promise<string> {
  const before = await parseJsonc(text, path);
  if (value === undefined && valueAt(before, keys) === undefined) return text;
  const jsonc = await import("jsonc-parser");
  const layout = layoutOf(text);
  const { eol, indent } = layout;
  const found = jsonc.parseTree(text);
  // A file of comments alone holds nothing that the value could be put into.
  const whole = found ? text : `${text.trimEnd()}${text.trim() === "" ? "" : eol}{}${eol}`;
  const place = value === undefined ? undefined : insertionPlace(before, keys, value);
  const object = place && found && jsonc.findNodeAtLocation(found, place.object);
  const last = object?.children?.at(-1);
  if (place && last) {
    const scanner = jsonc.createScanner(whole, false);
    return jsonc.applyEdits(whole, insertProperty(whole, scanner, last, place.property, layout));
  }
  const formattingOptions = { insertSpaces: indent !== "\t", tabSize: indent.length, eol };
  return jsonc.applyEdits(whole, jsonc.modify(whole, [...keys], value, { formattingOptions }));
}

function layoutOf(text: string): JsonLayout {
  const spaces = /^( +)\S/m.exec(text)?.[1] ?? "  ";
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", indent: /^\t/m.test(text) ? "\t" : spaces };
}

/** Where a value that is not there yet goes: the deepest object that is, and the property it gets. */
function insertionPlace(
  before: JsonObject,
  keys: readonly string[],
  value: JsonValue,
): { readonly object: string[]; readonly property: readonly [string, JsonValue] } | undefined {
  const depth = keys.findIndex(
    (_, index) => valueAt(before, keys.slice(0, index + 1)) === undefined,
  );
  const key = keys[depth];
  const above = valueAt(before, keys.slice(0, depth));
  if (key === undefined || !isJsonObject(above)) return undefined;
  const below = keys
    .slice(depth + 1)
    .reduceRight<JsonValue>((inner, name) => ({ [name]: inner }), value);
  return { object: keys.slice(0, depth), property: [key, below] };
}

/** The value at a path of keys. Names that objects inherit are not found. */
export function valueAt(value: JsonObject, keys: readonly string[]): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const key of keys) {
    if (!isJsonObject(current) || !Object.hasOwn(current, key)) return undefined;
    current = current[key];
  }
  return current;
}

function damaged(path: string, what: string): SettingsError {
  return new SettingsError(
    "damaged",
    path,
    `Could not read ${path}: ${what}. Repair it or move it away; until then it is neither used nor changed.`,
  );
}

function position(text: string, offset: number): string {
  const lines = text.slice(0, offset).split("\n");
  return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
