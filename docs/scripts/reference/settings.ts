import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import { settingsSchema } from "@tau-ts/coding";
import { code, prose, table } from "./markdown.ts";

/** The settings, out of their JSON Schema. */
export function settingsReference(): string {
  return table(["key", "value", "default", "meaning"], rows(settingsSchema(), []));
}

function rows({ properties }: JsonObject, above: readonly string[]): string[][] {
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (!isJsonObject(schema) || name.startsWith("$")) return [];
    const path = [...above, name];
    if (schema["type"] === "object") return rows(schema, path);
    const { description, default: fallback } = schema;
    return [
      [
        code(path.join(".")),
        valueOf(schema),
        fallback === undefined ? "–" : code(JSON.stringify(fallback)),
        prose(typeof description === "string" ? description : ""),
      ],
    ];
  });
}

function valueOf(schema: JsonObject): string {
  const { enum: choices, type, items, minimum } = schema;
  if (Array.isArray(choices))
    return choices.map((choice) => code(JSON.stringify(choice))).join(", ");
  if (isJsonObject(items)) return `list of ${valueOf(items)}`;
  if (type === "integer") return `whole number from ${JSON.stringify(minimum)}`;
  return type === "string" ? "text" : "true or false";
}
