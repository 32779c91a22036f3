import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { objectField } from "../json-fields.ts";

/** Keywords that mean the same in JSON Schema and in the API's own dialect, an excerpt of OpenAPI 3.0. */
const KEPT = [
  "title",
  "description",
  "nullable",
  "default",
  "example",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
  "pattern",
  "propertyOrdering",
];
const FORMATS: ReadonlySet<string> = new Set([
  "date-time",
  "enum",
  "float",
  "double",
  "int32",
  "int64",
]);

/** Where a schema comes from: the whole, and the references that led to it. */
interface Origin {
  readonly root: JsonObject;
  readonly references: readonly string[];
}

/**
 * A JSON Schema in the dialect the API takes; it refuses a request with any other keyword. References are put in place,
 * `const` becomes a list of one, a list of types becomes alternatives, `oneOf` becomes `anyOf`, and what cannot be said
 * is left out: it then only fails later, when the arguments are checked. `undefined` for an object without properties
 * at the top, which the API refuses too.
 */
export function googleSchema(schema: JsonObject): JsonObject | undefined {
  const origin = { root: schema, references: [] };
  const result = converted({ type: "object", ...schema }, origin);
  return result["type"] === "object" && result["properties"] === undefined ? undefined : result;
}

function converted(given: JsonObject, outer: Origin): JsonObject {
  const { schema, origin } = flattened(given, outer);
  const result: JsonObject = {};
  for (const key of KEPT) {
    const value = schema[key];
    if (value !== undefined) result[key] = value;
  }
  const { format } = schema;
  if (typeof format === "string" && FORMATS.has(format)) result["format"] = format;
  const inner = (value: JsonValue | undefined): JsonObject => converted(objectField(value), origin);
  addType(result, schema);
  addEnum(result, schema);
  addProperties(result, schema, inner);
  if (result["type"] === "array") {
    const { items } = schema;
    result["items"] = isJsonObject(items) ? inner(items) : { type: "string" };
  }
  const alternatives = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(alternatives)) addAlternatives(result, alternatives.map(inner));
  return result;
}

/** References and `allOf` put in place. A schema inside itself, which the dialect cannot say, is any object. */
function flattened(
  given: JsonObject,
  origin: Origin,
): { readonly schema: JsonObject; readonly origin: Origin } {
  const { $ref: reference, ...own } = given;
  if (typeof reference === "string") {
    if (origin.references.includes(reference)) return { schema: { type: "object" }, origin };
    const references = [...origin.references, reference];
    const found = { ...target(reference, origin.root), ...own };
    return flattened(found, { ...origin, references });
  }
  const { allOf, ...rest } = given;
  if (!Array.isArray(allOf)) return { schema: given, origin };
  let references = origin.references;
  const schema: JsonObject = {};
  for (const part of [...allOf.filter(isJsonObject), rest]) {
    const flat = flattened(part, origin);
    references = [...new Set([...references, ...flat.origin.references])];
    mergeInto(schema, flat.schema);
  }
  return { schema, origin: { ...origin, references } };
}

function mergeInto(schema: JsonObject, { properties, required, ...other }: JsonObject): void {
  Object.assign(schema, other);
  if (isJsonObject(properties)) {
    schema["properties"] = { ...objectField(schema["properties"]), ...properties };
  }
  if (Array.isArray(required)) {
    const before = Array.isArray(schema["required"]) ? schema["required"] : [];
    schema["required"] = [...before, ...required];
  }
}

function target(reference: string, root: JsonObject): JsonObject {
  let node: JsonValue | undefined = root;
  for (const word of reference.replace(/^#\/?/, "").split("/")) {
    if (word === "") continue;
    const key = decodeURIComponent(word).replaceAll("~1", "/").replaceAll("~0", "~");
    node = isJsonObject(node) ? node[key] : undefined;
  }
  return objectField(node);
}

function addType(result: JsonObject, schema: JsonObject): void {
  const { type } = schema;
  if (typeof type === "string") result["type"] = type;
  if (!Array.isArray(type)) return;
  const others = type.filter((entry) => entry !== "null");
  if (others.length < type.length) result["nullable"] = true;
  const [first] = others;
  if (others.length === 1 && first !== undefined) result["type"] = first;
  else if (others.length > 1) result["anyOf"] = others.map((entry) => ({ type: entry }));
}

/** The dialect has lists of strings only; other allowed values are told in words. */
function addEnum(result: JsonObject, schema: JsonObject): void {
  const { const: only } = schema;
  const list = only === undefined ? schema["enum"] : [only];
  if (!Array.isArray(list)) return;
  const values = list.filter((value) => value !== null);
  if (values.length < list.length) result["nullable"] = true;
  if (values.every((value) => typeof value === "string") && values.length > 0) {
    result["type"] ??= "string";
    result["enum"] = values;
    return;
  }
  const [first] = values;
  if (typeof first === "number" || typeof first === "boolean") result["type"] ??= typeof first;
  const words = `One of: ${values.map((value) => JSON.stringify(value)).join(", ")}`;
  const { description } = result;
  result["description"] = typeof description === "string" ? `${description} ${words}` : words;
}

function addProperties(
  result: JsonObject,
  schema: JsonObject,
  inner: (value: JsonValue | undefined) => JsonObject,
): void {
  const entries = Object.entries(objectField(schema["properties"]));
  if (entries.length === 0) return;
  result["type"] ??= "object";
  result["properties"] = Object.fromEntries(entries.map(([name, value]) => [name, inner(value)]));
  const { required } = schema;
  if (!Array.isArray(required)) return;
  const names = new Set(entries.map(([name]) => name));
  const known = required.filter((name) => typeof name === "string" && names.has(name));
  if (known.length > 0) result["required"] = [...new Set(known)];
}

/** `null` among the alternatives is a property of the others. */
function addAlternatives(result: JsonObject, alternatives: readonly JsonObject[]): void {
  const others = alternatives.filter(({ type }) => type !== "null");
  if (others.length < alternatives.length) result["nullable"] = true;
  const [first] = others;
  if (others.length === 1 && first !== undefined) Object.assign(result, { ...first, ...result });
  else if (others.length > 1) result["anyOf"] = others;
}
