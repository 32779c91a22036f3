import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import { isKnownRole } from "./entries.ts";
import type { SessionEntry } from "./entries.ts";

/**
 * Holds when a value has the shape of an entry; throws a SyntaxError that says what is wrong. Types and roles that are
 * not known need nothing but the fields every entry has.
 */
export function assertEntry(value: unknown): asserts value is SessionEntry {
  const problem = entryProblem(value);
  if (problem !== undefined) throw new SyntaxError(problem);
}

function entryProblem(value: unknown): string | undefined {
  if (!isJsonObject(value)) return "an entry must be a JSON object";
  if (!isFilled(value["type"])) return "an entry needs a type";
  if (value["type"] === "session") return "only the first line may be a session header";
  if (!isFilled(value["id"])) return "an entry needs an id";
  if (value["parentId"] !== null && typeof value["parentId"] !== "string")
    return "parentId must be an id or null";
  if (typeof value["timestamp"] !== "string") return "timestamp must be an ISO 8601 text";
  return fieldProblem(value["type"], value);
}

const textFields: Readonly<Record<string, readonly string[]>> = {
  model_change: ["provider", "modelId"],
  thinking_level_change: ["thinkingLevel"],
  compaction: ["summary", "firstKeptEntryId"],
  branch_summary: ["summary"],
  label: ["targetId"],
  custom: ["customType"],
  custom_message: ["customType"],
  context_edit: ["targetId"],
};

function fieldProblem(type: string, entry: JsonObject): string | undefined {
  for (const field of Object.hasOwn(textFields, type) ? (textFields[type] ?? []) : [])
    if (typeof entry[field] !== "string") return `a ${type} entry needs the text "${field}"`;
  if (type === "message") return messageProblem(entry["message"]);
  if (type === "custom_message" && !isContent(entry["content"]))
    return "the content of a custom_message entry must be text or a list of blocks";
  if (type === "context_edit" && !isReplacement(entry["replacement"]))
    return "the replacement of a context_edit entry must be null or hold content: text or a list of blocks";
  return undefined;
}

const stopReasons: ReadonlySet<unknown> = new Set([
  "stop",
  "length",
  "toolUse",
  "error",
  "aborted",
]);

function messageProblem(message: unknown): string | undefined {
  if (!isJsonObject(message)) return "a message entry needs a message";
  const { role, content } = message;
  if (typeof role !== "string") return "a message needs a role";
  if (!isKnownRole(role)) return undefined;
  switch (role) {
    case "user":
    case "custom":
      return isContent(content)
        ? undefined
        : `the content of a ${role} message must be text or a list of blocks`;
    case "assistant":
      if (!isBlocks(content)) return "the content of an assistant message must be a list of blocks";
      return "stopReason" in message && !stopReasons.has(message["stopReason"])
        ? `an assistant message has the unknown stopReason ${JSON.stringify(message["stopReason"])}`
        : undefined;
    case "toolResult":
      if (typeof message["toolCallId"] !== "string")
        return "a toolResult message needs a toolCallId";
      return isBlocks(content)
        ? undefined
        : "the content of a toolResult message must be a list of blocks";
    case "bashExecution":
      return typeof message["command"] === "string" && typeof message["output"] === "string"
        ? undefined
        : "a bashExecution message needs a command and an output";
    case "branchSummary":
    case "compactionSummary":
      return typeof message["summary"] === "string"
        ? undefined
        : `a ${role} message needs a summary`;
  }
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isContent(content: unknown): boolean {
  return typeof content === "string" || isBlocks(content);
}

function isReplacement(replacement: unknown): boolean {
  return replacement === null || (isJsonObject(replacement) && isContent(replacement["content"]));
}

function isBlocks(content: unknown): boolean {
  return Array.isArray(content) && content.every((block) => isJsonObject(block));
}

/**
 * Makes what other writers left in a looser shape fit, before it is checked; fields that are not known stay. A value
 * that fits comes back as it is.
 */
export function tidyEntry(value: unknown): unknown {
  if (!isJsonObject(value)) return value;
  const changes: JsonObject = {};
  if (value["parentId"] === undefined) changes["parentId"] = null;
  if (value["type"] === "compaction") {
    if (value["firstKeptEntryId"] == null && typeof value["id"] === "string")
      changes["firstKeptEntryId"] = value["id"];
    if (typeof value["tokensBefore"] !== "number") changes["tokensBefore"] = 0;
  }
  if (value["type"] === "branch_summary" && value["fromId"] === undefined) changes["fromId"] = null;
  const message = value["message"];
  if (value["type"] === "message" && isJsonObject(message)) {
    const tidied = tidyMessage(message);
    if (tidied !== message) changes["message"] = tidied;
  }
  return withChanges(value, changes);
}

function tidyMessage(message: JsonObject): JsonObject {
  const changes: JsonObject = {};
  const { role, content } = message;
  if (role === "hookMessage") changes["role"] = "custom";
  if (role === "user" && content == null) changes["content"] = "";
  if (role === "assistant" || role === "toolResult") {
    if (typeof content === "string")
      changes["content"] = content === "" ? [] : [{ type: "text", text: content }];
    if (content == null) changes["content"] = [];
  }
  const reason = message["stopReason"];
  if (role === "assistant" && reason !== undefined && !stopReasons.has(reason)) {
    // A reply that was still pending somewhere else never arrived here.
    changes["stopReason"] = "error";
    if (typeof message["errorMessage"] !== "string")
      changes["errorMessage"] = `The reply was left unfinished: ${JSON.stringify(reason)}`;
  }
  return withChanges(message, changes);
}

function withChanges(value: JsonObject, changes: JsonObject): JsonObject {
  return Object.keys(changes).length === 0 ? value : { ...value, ...changes };
}
