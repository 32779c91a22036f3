import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject, JsonValue } from "@tau-ts/ai";
import { SUMMARY_PREFIX } from "./rows.ts";
import { tauMessage } from "./tau-message.ts";

/** What an entry needs to know of the entries before it. */
export interface TauContext {
  /** Where it hangs; null at the root. */
  readonly parentId: string | null;
  /** The path to its parent, root first. */
  readonly path: readonly TauPlace[];
}

/** An entry that has been taken over. */
export interface TauPlace {
  readonly id: string;
  /** A message stands there. */
  readonly isShown: boolean;
  /** The entry from which a compaction keeps what was there. */
  readonly firstKept: string | undefined;
}

const baseFields: ReadonlySet<string> = new Set(["type", "id", "parent_id", "timestamp"]);

/** Whether a line is an entry of a session file of Tau: those count seconds, where ours say a date. */
export function isTauLine(line: string): boolean {
  try {
    const entry: unknown = JSON.parse(line);
    return (
      isJsonObject(entry) &&
      typeof entry["type"] === "string" &&
      typeof entry["id"] === "string" &&
      typeof entry["timestamp"] === "number"
    );
  } catch {
    return false; // Not even JSON.
  }
}

/** The fields an entry of Tau has as an entry of ours, without `id`, `parentId` and `timestamp`. */
export function tauFields(entry: JsonObject, context: TauContext): JsonObject {
  const { type, id } = entry;
  const fields = Object.fromEntries(Object.entries(entry).filter(([key]) => !baseFields.has(key)));
  switch (type) {
    case "message":
      return {
        type,
        message: isJsonObject(fields["message"]) ? tauMessage(fields["message"]) : {},
      };
    case "model_change":
      return {
        type,
        provider: textOr(fields["provider"], "unknown"),
        modelId: textOr(fields["model"], "unknown"),
      };
    case "thinking_level_change":
      return { type, thinkingLevel: textOr(fields["thinking_level"], "off") };
    case "compaction":
      return compaction(fields, textOr(id, ""), context);
    case "branch_summary": {
      const { summary, branch_root_id: root } = fields;
      return { type, summary: textOr(summary, ""), fromId: typeof root === "string" ? root : null };
    }
    case "label":
      return label(fields["label"], context);
    case "session_info":
      return typeof fields["title"] === "string" && fields["title"] !== ""
        ? { type, name: fields["title"] }
        : custom("tau.session_info", fields);
    case "custom":
      return custom(textOr(fields["namespace"], "tau"), fields["data"]);
    default:
      return { ...fields, type: textOr(type, "tau.unknown") };
  }
}

/**
 * Tau lists the entries a summary stands for; ours names the first that is kept. A summary that stands for nothing on
 * its path is said after it instead.
 */
function compaction(fields: JsonObject, id: string, { path }: TauContext): JsonObject {
  const summary = textOr(fields["summary"], "");
  const listed = fields["replaces_entry_ids"];
  const replaced = new Set<JsonValue>(Array.isArray(listed) ? listed : []);
  const { first_kept_entry_id: named, tokens_before: before } = fields;
  const isNamed = typeof named === "string" && path.some((entry) => entry.id === named);
  const start = keptFrom(path, replaced);
  if (start === 0 && !isNamed)
    return {
      type: "custom_message",
      customType: "tau.compaction",
      content: SUMMARY_PREFIX + summary,
      display: true,
    };
  const next = path.slice(start).find((entry) => entry.isShown)?.id;
  return {
    type: "compaction",
    summary,
    firstKeptEntryId: isNamed ? named : (next ?? id),
    tokensBefore: typeof before === "number" ? before : 0,
  };
}

/** Where the entries begin that a summary does not stand for; 0 when it stands for none. */
function keptFrom(path: readonly TauPlace[], replaced: ReadonlySet<JsonValue>): number {
  const lastMessage = path.findLastIndex((place) => place.isShown && replaced.has(place.id));
  // An older summary that is replaced stood in front of what it kept, which comes before it on the path.
  const summary = path.findLastIndex(
    (place) => place.firstKept !== undefined && replaced.has(place.id),
  );
  const kept = path.findIndex((place) => place.id === path[summary]?.firstKept);
  return Math.max(lastMessage + 1, kept === -1 ? summary + 1 : kept);
}

/** Tau's labels name the place where they stand, ours name an entry. */
function label(text: JsonValue | undefined, { parentId }: TauContext): JsonObject {
  if (parentId === null) return custom("tau.label", { label: text ?? null });
  return {
    type: "label",
    targetId: parentId,
    ...(typeof text === "string" ? { label: text } : {}),
  };
}

function custom(customType: string, data: JsonValue | undefined): JsonObject {
  return { type: "custom", customType, ...(data === undefined ? {} : { data }) };
}

function textOr(value: JsonValue | undefined, otherwise: string): string {
  return typeof value === "string" && value !== "" ? value : otherwise;
}
