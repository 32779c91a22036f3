import type { Message } from "@tau-ts/ai";

/** What keeps messages from being deeply frozen plain JSON; empty when nothing does. */
export function recordProblems(messages: readonly Message[]): readonly string[] {
  return messages.flatMap((message, index) => valueProblems(message, `messages[${index}]`));
}

function valueProblems(value: unknown, path: string): readonly string[] {
  switch (typeof value) {
    case "string":
    case "boolean":
      return [];
    case "number":
      return Number.isFinite(value) ? [] : [`${path} is ${value}`];
    case "object":
      return value === null ? [] : objectProblems(value, path);
    default:
      return [`${path} is ${typeof value}`];
  }
}

function objectProblems(value: object, path: string): readonly string[] {
  const prototype: unknown = Object.getPrototypeOf(value);
  const problems: string[] = [];
  if (prototype !== Object.prototype && prototype !== Array.prototype)
    problems.push(`${path} is no plain JSON`);
  if (!Object.isFrozen(value)) problems.push(`${path} is not frozen`);
  for (const [key, item] of Object.entries(value))
    problems.push(...valueProblems(item, `${path}.${key}`));
  return problems;
}

/** Whether two values are the same JSON. The order of keys makes no difference. */
export function isSameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const entries = Object.entries(a);
  const others = new Map<string, unknown>(Object.entries(b));
  return (
    entries.length === others.size &&
    entries.every(([key, value]) => others.has(key) && isSameJson(value, others.get(key)))
  );
}
