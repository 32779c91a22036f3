import { readFile } from "node:fs/promises";
import { runTool } from "@tau-ts/agent";
import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import { CommandError } from "./command-error.ts";
import { messageOf } from "./failure.ts";

/** The JSON Schema in a file. Throws CommandError of kind `usage` for a file that holds none, or none of an object. */
export async function readSchema(path: string): Promise<JsonObject> {
  try {
    const schema: unknown = JSON.parse(await readFile(path, "utf8"));
    if (isJsonObject(schema) && schema["type"] === "object") return schema;
  } catch (error) {
    const why = messageOf(error);
    throw new CommandError("usage", `--output-schema ${path} cannot be used: ${why}.`, {
      cause: error,
    });
  }
  throw new CommandError(
    "usage",
    `--output-schema ${path} cannot be used: it must be a JSON Schema with "type": "object".`,
  );
}

/** What an answer came to: the checked JSON, or why it does not fit. */
export type CheckedAnswer =
  | { readonly isFitting: true; readonly json: string }
  | { readonly isFitting: false; readonly problem: string };

/** Checks an answer the way the arguments of a tool are checked. */
export async function checkAnswer(text: string, schema: JsonObject): Promise<CheckedAnswer> {
  const value = jsonIn(text);
  if (value === undefined)
    return { isFitting: false, problem: "the answer is not the JSON object that was asked for" };
  const tool = {
    name: "answer",
    description: "",
    parameters: schema,
    execute: (fields: JsonObject) => JSON.stringify(fields),
  };
  const call = { type: "toolCall" as const, id: "answer", name: "answer", arguments: value };
  const { content, isError } = await runTool([tool], call, {});
  const told = content.map((block) => (block.type === "text" ? block.text : "")).join("");
  return isError
    ? { isFitting: false, problem: `the answer does not fit the schema: ${told}` }
    : { isFitting: true, json: told };
}

/** Models like to put JSON into a fence. */
function jsonIn(text: string): JsonObject | undefined {
  const fenced = /^```(?:json)?\n([^]*)\n```$/.exec(text.trim());
  try {
    const value: unknown = JSON.parse(fenced?.[1] ?? text);
    return isJsonObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
