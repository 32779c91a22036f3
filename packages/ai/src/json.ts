/** A value that survives `JSON.stringify` and `JSON.parse` unchanged. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A JSON object: what tool arguments, tool schemas and request bodies are. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Tells a plain JSON object from an array, a primitive and `null`. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
