import type { AssistantMessage, JsonValue, Message, ModelInfo, ToolCall, Usage } from "@tau-ts/ai";

/**
 * A deeply frozen copy of a value as plain JSON: what `JSON.parse(JSON.stringify(value))` gives, with strings shared.
 * Throws a TypeError for a value that contains itself.
 */
export function frozenJson(value: unknown): JsonValue {
  return copy(value, new Set()) ?? null;
}

/** A message as it stands on the record; one that comes from a record is its own copy. */
export function recorded<M extends Message>(message: M): M;
export function recorded(message: Message): unknown {
  return isFrozenJson(message) ? message : frozenJson(message);
}

/** Whether nobody can change a value any more and it is plain JSON: a look at it costs a fraction of a copy. */
function isFrozenJson(value: unknown): boolean {
  if (typeof value !== "object" || value === null)
    return (
      typeof value === "string" ||
      typeof value === "boolean" ||
      value === null ||
      Number.isFinite(value)
    );
  if (!Object.isFrozen(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (Array.isArray(value)) {
    // Not `every`, which skips holes.
    for (const item of value) if (!isFrozenJson(item)) return false;
    return prototype === Array.prototype;
  }
  if (prototype !== Object.prototype) return false;
  for (const key of Object.keys(value)) {
    const field = Object.getOwnPropertyDescriptor(value, key);
    // A getter may answer something else the next time.
    if (field === undefined || !("value" in field) || !isFrozenJson(field.value)) return false;
  }
  return true;
}

const noUsage: Usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0 };

/** A reply as it stands on the record, with what a foreign model left out filled in. */
export function recordedReply(
  message: AssistantMessage,
  info: ModelInfo | undefined,
  now: number,
): AssistantMessage {
  return recorded({
    ...message,
    role: "assistant",
    content: Array.isArray(message.content) ? message.content : [],
    api: message.api ?? info?.api ?? "unknown",
    provider: message.provider ?? info?.provider ?? "unknown",
    model: message.model ?? info?.id ?? "unknown",
    usage: message.usage ?? noUsage,
    timestamp: message.timestamp ?? now,
  });
}

/** The call with arguments of its own that a tool may change at will. */
export function ownArguments(call: ToolCall): ToolCall["arguments"] {
  return structuredClone(call.arguments);
}

function copy(value: unknown, parents: Set<object>): JsonValue | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object") return undefined;
  if (parents.has(value)) throw new TypeError("a value that contains itself is not JSON");
  if (hasToJson(value)) return copy(value.toJSON(), parents);
  parents.add(value);
  const result: JsonValue = Array.isArray(value)
    ? value.map((item) => copy(item, parents) ?? null)
    : copyObject(value, parents);
  parents.delete(value);
  Object.freeze(result);
  return result;
}

function copyObject(value: object, parents: Set<object>): Record<string, JsonValue> {
  const result: Record<string, JsonValue> = {};
  for (const [key, item] of Object.entries(value)) {
    const copied = copy(item, parents);
    if (copied === undefined) continue;
    // An own property even for "__proto__", as JSON.parse makes it.
    if (key === "__proto__")
      Object.defineProperty(result, key, {
        value: copied,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    else result[key] = copied;
  }
  return result;
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return "toJSON" in value && typeof value.toJSON === "function";
}
