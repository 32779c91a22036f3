type Example = Readonly<Record<string, unknown>>;

/** The `data` of each documented response that is no refusal, by the name of the command; undefined where there is none. */
export function responseExamples(text: string): ReadonlyMap<string, unknown> {
  const found = new Map<string, unknown>();
  for (const { type, command, success, data } of examplesIn(text)) {
    if (type !== "response" || success !== true || typeof command !== "string") continue;
    // The first example is the usual one.
    if (!found.has(command)) found.set(command, data);
  }
  return found;
}

/** A documented record for each type of event. */
export function eventExamples(text: string): ReadonlyMap<string, Example> {
  const found = new Map<string, Example>();
  for (const example of examplesIn(text))
    if (typeof example["type"] === "string" && !found.has(example["type"]))
      found.set(example["type"], example);
  return found;
}

function examplesIn(text: string): readonly Example[] {
  const blocks = Array.from(text.matchAll(/^```json\n([^]*?)^```/gm), ([, block = ""]) => block);
  return blocks.flatMap((block) => {
    const whole = parsed(block);
    const records = whole ? [whole] : block.split("\n").map(parsed);
    return records.filter((record) => record !== undefined);
  });
}

/** Dots stand for what is said elsewhere. */
function parsed(text: string): Example | undefined {
  try {
    const value: unknown = JSON.parse(text.replaceAll("{...}", "{}").replaceAll("[...]", "[]"));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined; // Prose, or a line of something longer.
  }
}

/** What an example has and `actual` has not, or has otherwise. */
export function differences(where: string, example: unknown, actual: unknown): readonly string[] {
  if (example === undefined) return actual === undefined ? [] : [`${where}: nothing is documented`];
  if (Array.isArray(example)) {
    if (!Array.isArray(actual)) return [`${where}: ${kindOf(actual)} in place of a list`];
    const isComparable = example.length > 0 && actual.length > 0;
    return isComparable ? differences(`${where}[]`, example[0], actual[0]) : [];
  }
  if (!isRecord(example))
    return kindOf(example) === kindOf(actual)
      ? []
      : [`${where}: ${kindOf(actual)} in place of ${kindOf(example)}`];
  if (!isRecord(actual)) return [`${where}: ${kindOf(actual)} in place of an object`];
  return Object.entries(example).flatMap(([name, value]) =>
    name === "..." ? [] : differences(`${where}.${name}`, value, actual[name]),
  );
}

function kindOf(value: unknown): string {
  return value === null ? "null" : typeof value;
}

function isRecord(value: unknown): value is Example {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
