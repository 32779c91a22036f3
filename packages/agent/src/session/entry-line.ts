import { isJsonObject } from "@tau-ts/ai";
import { frozenJson } from "../recorded.ts";
import { assertEntry, tidyEntry } from "./entry-shape.ts";
import type { SessionEntry, SessionHeader } from "./entries.ts";

/**
 * One line of a session file, with its newline. The separators that JSON allows in a text but some readers take for
 * the end of a line (U+0085, U+2028, U+2029) are escaped.
 */
export function formatLine(value: SessionEntry | SessionHeader): string {
  return `${JSON.stringify(value).replace(lineSeparators, escapeSeparator)}\n`;
}

const lineSeparators = /[\u0085\u2028\u2029]/g;

function escapeSeparator(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Reads one line (its newline may be gone) as a frozen entry. Throws a SyntaxError that says what is wrong with it. */
export function parseEntry(line: string): SessionEntry {
  const value = tidyEntry(JSON.parse(line));
  freezeParsed(value);
  assertEntry(value);
  return value;
}

/** Reads the first line of a file. `undefined` when it is no session header of any version. */
export function parseHeader(line: string): SessionHeader | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    // Not even JSON, so not a header: the answer is undefined, and the caller says which file.
    return undefined;
  }
  if (!isJsonObject(value) || value["type"] !== "session" || typeof value["id"] !== "string")
    return undefined;
  const header: unknown = frozenJson({
    ...value,
    version: typeof value["version"] === "number" ? value["version"] : 1,
    timestamp: typeof value["timestamp"] === "string" ? value["timestamp"] : "",
    cwd: typeof value["cwd"] === "string" ? value["cwd"] : "",
  });
  return isHeader(header) ? header : undefined;
}

/** Freezes what was just parsed, which nobody else holds, in its place: a long session is opened without a copy of it. */
function freezeParsed(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  // A number too large for JavaScript is parsed as infinite, which is no JSON.
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (isTooLarge(item)) value[index] = null;
      else freezeParsed(item);
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value))
      if (isTooLarge(value[key])) value[key] = null;
      else freezeParsed(value[key]);
  }
  Object.freeze(value);
}

function isTooLarge(value: unknown): boolean {
  return typeof value === "number" && !Number.isFinite(value);
}

function isHeader(value: unknown): value is SessionHeader {
  return isJsonObject(value) && value["type"] === "session" && typeof value["version"] === "number";
}
