import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";

/** A text field of something a provider sent; `""` for anything else. */
export function textField(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

/** A count a provider sent; `undefined` for anything that is no finite number. */
export function numberField(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** An object field of something a provider sent; an empty one for anything else. */
export function objectField(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The objects in an array a provider sent; none for anything else. */
export function objectList(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
