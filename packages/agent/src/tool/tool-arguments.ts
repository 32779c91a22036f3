import { Validator } from "@cfworker/json-schema";
import type { OutputUnit } from "@cfworker/json-schema";
import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject, JsonValue } from "@tau-ts/ai";
import { errorText } from "../texts.ts";
import type { JsonSchema } from "./tool.ts";

/** Arguments that a tool may be run with, or what is wrong with them, for the model to read. */
export type CheckedArguments =
  | { readonly args: JsonObject; readonly repairs: readonly string[] }
  | { readonly problem: string };

/** Checks arguments, and remembers the validators of the schemas it has seen. */
export class ArgumentChecker {
  readonly #validators = new WeakMap<JsonSchema, Validator>();

  /**
   * Repairs what models habitually get wrong, then validates strictly. `args` is changed in place: pass a copy.
   *
   * Repaired, wherever the schema leaves no doubt: `null` for an optional property that may not be null is left out; JSON
   * text where an object or an array is wanted is parsed; text that is a number or a boolean where one is wanted becomes
   * it.
   */
  check(schema: JsonSchema, args: JsonObject): CheckedArguments {
    const repairs: string[] = [];
    repairObject(schema, args, "", repairs);
    try {
      const { valid, errors } = this.#validatorOf(schema).validate(args);
      return valid ? { args, repairs } : { problem: problemsOf(schema, args, errors) };
    } catch (error) {
      return { problem: `the tool's own schema cannot be used: ${errorText(error)}` };
    }
  }

  #validatorOf(schema: JsonSchema): Validator {
    let validator = this.#validators.get(schema);
    if (!validator) {
      // A copy, because the library writes into the schema it is given.
      validator = new Validator(structuredClone(schema), "2020-12", false);
      this.#validators.set(schema, validator);
    }
    return validator;
  }
}

function problemsOf(schema: JsonSchema, args: JsonObject, errors: readonly OutputUnit[]): string {
  const problems = new Set<string>();
  for (const error of errors) {
    // Containers report that something inside them is wrong; the inside says what.
    if (!containerKeywords.has(error.keyword)) problems.add(describe(schema, args, error));
  }
  return [...problems].slice(0, 5).join("; ") || "they do not fit the tool's schema";
}

const containerKeywords: ReadonlySet<string> = new Set([
  "properties",
  "items",
  "prefixItems",
  "allOf",
  "$ref",
  "patternProperties",
  "additionalProperties",
]);

function describe(schema: JsonSchema, args: JsonObject, error: OutputUnit): string {
  const { keyword, keywordLocation, instanceLocation } = error;
  const path = instanceLocation.split("/").slice(1).map(unescapePointer);
  const value = lookUp(args, path);
  const rule = lookUp(schema, keywordLocation.split("/").slice(1).map(unescapePointer));
  const name = path.length === 0 ? "the arguments" : path.join(".");
  if (keyword === "required" && Array.isArray(rule) && isJsonObject(value)) {
    const missing = rule.filter((key) => typeof key === "string").filter((key) => !(key in value));
    const names = missing.map((key) => [...path, key].join("."));
    return `${names.join(", ")}: required, but missing`;
  }
  if (keyword === "false") return `${name}: not an argument of this tool`;
  return `${name}: expected ${expectation(keyword, rule)}, got ${shortJson(value)}`;
}

function expectation(keyword: string, rule: JsonValue | undefined): string {
  switch (keyword) {
    case "type":
      return [rule].flat().map(shortType).join(" or ");
    case "enum":
      return `one of ${shortJson(rule)}`;
    default:
      return `${keyword} ${shortJson(rule)}`;
  }
}

function shortType(type: JsonValue | undefined): string {
  return typeof type === "string" ? type : shortJson(type);
}

function shortJson(value: JsonValue | undefined): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 100 ? `${text.slice(0, 99)}…` : text;
}

function unescapePointer(part: string): string {
  return decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
}

function lookUp(root: JsonValue, path: readonly string[]): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const key of path) {
    if (Array.isArray(value)) value = value[Number(key)];
    else if (isJsonObject(value)) value = value[key];
    else return undefined;
  }
  return value;
}

function repairObject(
  schema: JsonSchema,
  object: JsonObject,
  path: string,
  repairs: string[],
): void {
  const properties = schema["properties"];
  if (!isJsonObject(properties)) return;
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  for (const [name, property] of Object.entries(properties)) {
    const value = object[name];
    if (value === undefined || !isJsonObject(property)) continue;
    const where = path ? `${path}.${name}` : name;
    if (value === null && !required.includes(name) && !allows(property, "null")) {
      delete object[name];
      repairs.push(`${where}: null left out`);
    } else object[name] = repairValue(property, value, where, repairs);
  }
}

function repairValue(
  schema: JsonSchema,
  value: JsonValue,
  path: string,
  repairs: string[],
): JsonValue {
  const repaired = typeof value === "string" ? repairText(schema, value, path, repairs) : value;
  if (isJsonObject(repaired)) repairObject(schema, repaired, path, repairs);
  const items = schema["items"];
  if (Array.isArray(repaired) && isJsonObject(items)) {
    for (const [index, item] of repaired.entries())
      repaired[index] = repairValue(items, item, `${path}.${index}`, repairs);
  }
  return repaired;
}

function repairText(schema: JsonSchema, text: string, path: string, repairs: string[]): JsonValue {
  if (schema["type"] === undefined || allows(schema, "string")) return text;
  const parsed = parseJson(text);
  const type = jsonType(parsed);
  if (parsed === undefined || type === "null" || !allows(schema, type)) return text;
  repairs.push(`${path}: text read as ${type}`);
  return parsed;
}

function allows(schema: JsonSchema, type: string): boolean {
  const declared = schema["type"];
  const types = Array.isArray(declared) ? declared : [declared];
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

function jsonType(value: JsonValue | undefined): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

function parseJson(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text);
    return value;
  } catch {
    return undefined; // Not JSON: the text stays as it is and validation names it.
  }
}
