import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { textField } from "../json-fields.ts";

/**
 * Puts pieces of arguments where they belong: `{ jsonPath: "$.a[0].b", stringValue: "…" }`. Strings for the same place
 * follow each other; other values take the place of what was there. A piece without a path that can be followed is
 * left out.
 */
export function addPartialArguments(args: JsonObject, pieces: readonly JsonObject[]): void {
  for (const piece of pieces) {
    const path = pathOf(textField(piece["jsonPath"]));
    const value = valueOf(piece);
    if (path.length > 0 && value !== undefined) put(args, path, value);
  }
}

function valueOf(piece: JsonObject): JsonValue | undefined {
  if ("nullValue" in piece) return null;
  return piece["stringValue"] ?? piece["numberValue"] ?? piece["boolValue"];
}

/** The steps of a path: names and indexes. None for a path that is no plain one. */
function pathOf(text: string): (string | number)[] {
  if (!text.startsWith("$")) return [];
  const steps: (string | number)[] = [];
  const pattern = /\.([^.[\]]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]/gy;
  pattern.lastIndex = 1;
  while (pattern.lastIndex < text.length) {
    const found = pattern.exec(text);
    if (found === null) return [];
    const [, name, index, single, double] = found;
    steps.push(index === undefined ? (name ?? single ?? double ?? "") : Number(index));
  }
  return steps.includes("__proto__") ? [] : steps;
}

function put(args: JsonObject, path: readonly (string | number)[], value: JsonValue): void {
  let node: JsonObject | JsonValue[] = args;
  for (const [at, step] of path.entries()) {
    const next = path[at + 1];
    const before = read(node, step);
    if (next === undefined) {
      const isMore = typeof before === "string" && typeof value === "string";
      write(node, step, isMore ? before + value : value);
      return;
    }
    const fits = typeof next === "number" ? Array.isArray(before) : isJsonObject(before);
    const inner: JsonValue = fits && before !== undefined ? before : emptyFor(next);
    if (!fits) write(node, step, inner);
    if (typeof inner !== "object" || inner === null) return;
    node = inner;
  }
}

function emptyFor(step: string | number): JsonObject | JsonValue[] {
  return typeof step === "number" ? [] : {};
}

function read(node: JsonObject | JsonValue[], step: string | number): JsonValue | undefined {
  if (Array.isArray(node)) return typeof step === "number" ? node[step] : undefined;
  return Object.hasOwn(node, step) ? node[step] : undefined;
}

/** Indexes count up: one far beyond the end would make a list of holes. */
function write(node: JsonObject | JsonValue[], step: string | number, value: JsonValue): void {
  if (!Array.isArray(node)) node[step] = value;
  else if (typeof step === "number" && step <= node.length) node[step] = value;
}
