import { isJsonObject, type JsonObject, type JsonValue } from "../../json.ts";
import { objectList, textField } from "../json-fields.ts";

const GROWING = ["text", "summary"] as const;
const OPAQUE = ["signature", "data"] as const;

/**
 * Collects `reasoning_details`, which some gateways send beside the words: pieces of one entry are joined, signatures and
 * encrypted entries are kept as they are.
 */
export class ReasoningDetails {
  #entries: JsonObject[] = [];

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  add(value: JsonValue | undefined): void {
    for (const piece of objectList(value)) {
      const last = this.#entries.at(-1);
      if (last !== undefined && isContinuation(last, piece)) extend(last, piece);
      else this.#entries.push({ ...piece });
    }
  }

  /** What has to go back unchanged, as JSON; `undefined` when there were only words. Begins anew. */
  take(): string | undefined {
    const entries = this.#entries;
    this.#entries = [];
    const isOpaque = entries.some((entry) => OPAQUE.some((name) => textField(entry[name]) !== ""));
    return isOpaque ? JSON.stringify(entries) : undefined;
  }
}

/** The words in `reasoning_details`, for servers that give them nowhere else. */
export function detailsText(value: JsonValue | undefined): string {
  if (value === undefined) return "";
  return objectList(value)
    .map((entry) => textField(entry["text"]) || textField(entry["summary"]))
    .join("");
}

/** The details that a thinking block's signature holds; none when it holds something else. */
export function detailsOf(signature: string | undefined): JsonObject[] {
  try {
    const value: unknown = JSON.parse(signature ?? "");
    return Array.isArray(value) ? value.filter(isJsonObject) : [];
  } catch {
    // Not JSON: the signature of another kind of provider.
    return [];
  }
}

function isContinuation(last: JsonObject, piece: JsonObject): boolean {
  return (
    last["type"] === piece["type"] &&
    last["index"] === piece["index"] &&
    textField(piece["data"]) === ""
  );
}

function extend(last: JsonObject, piece: JsonObject): void {
  for (const [name, value] of Object.entries(piece)) {
    const grows = GROWING.some((field) => field === name);
    if (grows && textField(last[name]) !== "")
      last[name] = textField(last[name]) + textField(value);
    else if (value !== null) last[name] = value;
  }
}
