import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject, JsonValue } from "@tau-ts/ai";

/**
 * A message of Tau as a message of ours. Its newer files have our field names, its older ones others: keys in snake
 * case, replies as one text beside `tool_calls`, results with the role `tool`, custom messages as user messages. What
 * has no meaning here stays where it is.
 */
export function tauMessage(value: JsonObject): JsonObject {
  const message = renamed(value, messageKeys);
  switch (message["role"]) {
    case "user":
      return typeof message["customType"] === "string"
        ? { ...message, role: "custom", display: message["display"] ?? true }
        : { ...message, content: blocksOf(message["content"]) };
    case "assistant":
      return reply(message);
    case "tool":
      return oldResult(message);
    case "toolResult":
      return { ...message, content: asBlocks(message["content"]) };
    default:
      return message;
  }
}

/** Tau's names in the style of Python, and ours. */
const messageKeys: Readonly<Record<string, string>> = {
  custom_type: "customType",
  tool_call_id: "toolCallId",
  tool_name: "toolName",
  is_error: "isError",
  stop_reason: "stopReason",
  error_message: "errorMessage",
  response_id: "responseId",
  response_model: "responseModel",
  response_provider: "responseProvider",
  tool_calls: "toolCalls",
  exit_code: "exitCode",
  full_output_path: "fullOutputPath",
  exclude_from_context: "excludeFromContext",
  from_id: "fromId",
  tokens_before: "tokensBefore",
  added_tool_names: "addedToolNames",
};

const blockKeys: Readonly<Record<string, string>> = {
  text_signature: "textSignature",
  thinking_signature: "thinkingSignature",
  thought_signature: "thoughtSignature",
  mime_type: "mimeType",
};

const usageKeys: Readonly<Record<string, string>> = {
  cache_read: "cacheRead",
  cache_write: "cacheWrite",
  total_tokens: "totalTokens",
};

/** The same object with some keys by another name and without nulls, which stand for what is not there. */
function renamed(value: JsonObject, names: Readonly<Record<string, string>>): JsonObject {
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => item !== null)
      .map(([key, item]) => [Object.hasOwn(names, key) ? (names[key] ?? key) : key, item]),
  );
}

function reply(message: JsonObject): JsonObject {
  const { toolCalls, usage, stopReason, ...rest } = message;
  const calls = Array.isArray(toolCalls) ? toolCalls.filter((call) => isJsonObject(call)) : [];
  const content = [...asBlocks(message["content"]), ...calls.map((call) => oldCall(call))];
  const asks = content.some((block) => isJsonObject(block) && block["type"] === "toolCall");
  return {
    ...rest,
    content,
    ...(isJsonObject(usage) ? { usage: tauUsage(usage) } : {}),
    stopReason: stopReason ?? (asks ? "toolUse" : "stop"),
  };
}

function oldCall(call: JsonObject): JsonObject {
  const { id, name } = call;
  const given = call["arguments"];
  return {
    type: "toolCall",
    id: typeof id === "string" ? id : "",
    name: typeof name === "string" ? name : "",
    arguments: isJsonObject(given) ? given : {},
  };
}

const noUsage: JsonObject = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };

/** Costs are in a usage only when they are known: Tau leaves them null or empty. */
function tauUsage(value: JsonObject): JsonObject {
  const { cost, ...usage } = renamed(value, usageKeys);
  const known = isJsonObject(cost) ? renamed(cost, usageKeys) : {};
  const isWhole = ["input", "output", "cacheRead", "cacheWrite", "total"].every(
    (field) => typeof known[field] === "number",
  );
  return {
    ...noUsage,
    ...usage,
    ...(isWhole ? { cost: known } : {}),
  };
}

/** `{ role: "tool", name, tool_call_id, ok, data, error }` of the oldest files. */
function oldResult(message: JsonObject): JsonObject {
  const { name, ok, data, error, content, toolCallId, timestamp } = message;
  const isError = ok === false;
  const output = isError ? (error ?? content ?? data) : (content ?? data);
  return {
    role: "toolResult",
    toolCallId: typeof toolCallId === "string" ? toolCallId : "",
    toolName: typeof name === "string" ? name : "",
    content: asBlocks(asContent(output)),
    ...(data === undefined || data === output ? {} : { details: data }),
    isError,
    timestamp: typeof timestamp === "number" ? timestamp : 0,
  };
}

function asContent(output: JsonValue | undefined): JsonValue {
  if (output === undefined || typeof output === "string") return output ?? "";
  return Array.isArray(output) && output.every((block) => isBlock(block))
    ? output
    : JSON.stringify(output);
}

function isBlock(value: JsonValue): boolean {
  return isJsonObject(value) && (value["type"] === "text" || value["type"] === "image");
}

function asBlocks(content: JsonValue | undefined): JsonValue[] {
  if (typeof content === "string") return content === "" ? [] : [{ type: "text", text: content }];
  const blocks = blocksOf(content);
  return Array.isArray(blocks) ? blocks : [];
}

function blocksOf(content: JsonValue | undefined): JsonValue {
  if (!Array.isArray(content)) return content ?? "";
  return content.map((block) => (isJsonObject(block) ? renamed(block, blockKeys) : block));
}
