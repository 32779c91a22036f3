import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject, JsonValue } from "@tau-ts/ai";

/** What can be told of a tool call while its arguments come. Taken out of the live arguments, which go on growing. */
export interface CallPreview {
  /** The arguments that are no lists or objects. */
  readonly args: JsonObject;
  /** The text that is being written just now, if it is one worth watching. */
  readonly text?: string;
  /** How many replacements an edit has so far. */
  readonly edits?: number;
}

/** What there is to see of arguments that are still growing. Costs the same however long their texts are. */
export function previewCall(name: string, args: JsonObject): CallPreview {
  const plain: JsonObject = {};
  for (const [key, value] of Object.entries(args))
    if (typeof value !== "object" && key !== "content") plain[key] = value;
  if (name === "write") return withText(plain, args["content"]);
  if (name !== "edit" || !Array.isArray(args["edits"])) return { args: plain };
  const { edits } = args;
  const last = edits.at(-1);
  const text = isJsonObject(last) ? last["newText"] : undefined;
  return { ...withText(plain, text), edits: edits.length };
}

function withText(args: JsonObject, text: JsonValue | undefined): CallPreview {
  return typeof text === "string" ? { args, text } : { args };
}
