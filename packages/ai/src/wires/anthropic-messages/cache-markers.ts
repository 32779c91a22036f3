import type { JsonObject } from "../../json.ts";
import { objectList } from "../json-fields.ts";
import type { AnthropicMessagesCompat } from "./compat.ts";

/** The parts of a body that a marker can sit on. */
export interface Markable {
  readonly system: string | JsonObject[];
  readonly tools: JsonObject[];
  readonly messages: JsonObject[];
}

/**
 * Marks up to where the provider should keep the request: after the last tool, after the system prompt, after the last
 * user message, and after the one before the last reply, where the request before this one ended (the provider looks
 * back twenty blocks only, and one turn of many tool calls is more). Four markers, which is as many as the API takes.
 * What is marked is copied: the same request without markers has the same bytes in all other places.
 */
export function withCacheMarkers(body: Markable, compat: AnthropicMessagesCompat): Markable {
  const { cacheRetention = "none", supportsCacheControl = true } = compat;
  if (cacheRetention === "none" || !supportsCacheControl) return body;
  const isLong = cacheRetention === "long" && compat.supportsLongCacheRetention !== false;
  const marker: JsonObject = { type: "ephemeral", ...(isLong && { ttl: "1h" }) };
  const { system, messages } = body;
  const isOnTools = compat.supportsCacheControlOnTools !== false;
  const users = messages.flatMap((turn, index) => (turn["role"] === "user" ? [index] : []));
  const marked = new Set(users.slice(-2));
  return {
    system:
      typeof system === "string" && system !== ""
        ? [{ type: "text", text: system, cache_control: marker }]
        : system,
    tools: isOnTools ? markLast(body.tools, marker) : body.tools,
    messages: messages.map((turn, index) =>
      marked.has(index)
        ? { ...turn, content: markLast(objectList(turn["content"]), marker) }
        : turn,
    ),
  };
}

function markLast(parts: JsonObject[], marker: JsonObject): JsonObject[] {
  const last = parts.at(-1);
  return last === undefined ? parts : [...parts.slice(0, -1), { ...last, cache_control: marker }];
}
