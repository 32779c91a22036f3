import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import type { Field } from "./field.ts";
import { allSettingFields } from "./setting-fields.ts";

/** The JSON Schema of a settings file. Unknown keys are allowed: a newer version may know them. */
export function settingsSchema(): JsonObject {
  const properties: JsonObject = {
    $schema: { type: "string", description: "Where this schema is; for editors." },
  };
  for (const field of allSettingFields)
    place(properties, field.path.split("."), fieldSchema(field));
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Settings of tau-ts",
    type: "object",
    properties,
  };
}

function place(properties: JsonObject, [key = "", ...deeper]: string[], schema: JsonObject): void {
  if (deeper.length === 0) {
    properties[key] = schema;
    return;
  }
  const known = properties[key];
  const group = isJsonObject(known) ? known : { type: "object", properties: {} };
  properties[key] = group;
  const inner = group["properties"];
  if (isJsonObject(inner)) place(inner, deeper, schema);
}

function fieldSchema(field: Field<unknown>): JsonObject {
  const { schema, fallback, variable, isUserOnly } = field;
  const notes = [
    field.description,
    ...(variable === undefined ? [] : [`Overridden by the environment variable ${variable}.`]),
    ...(isUserOnly === true ? ["Not read from a project."] : []),
  ];
  return {
    ...schema,
    description: notes.join(" "),
    ...(fallback !== undefined && { default: JSON.parse(JSON.stringify(fallback)) }),
  };
}
