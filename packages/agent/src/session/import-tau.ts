import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject } from "@tau-ts/ai";
import { frozenJson } from "../recorded.ts";
import { errorText } from "../texts.ts";
import type { SessionEntry } from "./entries.ts";
import { assertEntry, tidyEntry } from "./entry-shape.ts";
import { SessionError } from "./errors.ts";
import { tauFields } from "./tau-entry.ts";
import type { TauPlace } from "./tau-entry.ts";
import { LEAF_MARKER } from "./tree-log.ts";

/** A session of Tau, ready to be written: `JsonlLog.create(path, entries, { cwd })`. */
export interface ImportedSession {
  /** Every entry after its parent, with the ids it had; the last one is where the session went on. */
  readonly entries: readonly SessionEntry[];
  /** The folder the session worked in, if the file says so. */
  readonly cwd: string | undefined;
  /** What could not be taken over as it was, for people. */
  readonly warnings: readonly string[];
}

/**
 * Reads the text of a session file of Tau, old or new, as entries of ours. Nothing is lost but the pointers to the active
 * branch, which become the order of the entries. A last line that was torn is left out, with a warning; any other line
 * that cannot be read makes this throw a SessionError `damaged` that names it.
 */
export function importTauSession(text: string): ImportedSession {
  return new TauImport(text).session();
}

interface Line {
  readonly number: number;
  readonly entry: JsonObject;
  readonly id: string;
}

/** A place in the tree that is being made. */
interface Place extends TauPlace {
  readonly parent: Place | undefined;
}

class TauImport {
  readonly #lines: Line[] = [];
  readonly #entries: SessionEntry[] = [];
  readonly #warnings: string[] = [];
  readonly #places = new Map<string, Place | undefined>();
  readonly #hasLeaves: boolean;
  #leaf: Place | undefined;
  #cwd: string | undefined;

  constructor(text: string) {
    const lines = text.split("\n");
    const last = lines.pop() ?? "";
    const seen = new Set<string>();
    for (const [index, line] of lines.entries())
      if (line.trim() !== "") this.#lines.push(readLine(line, index + 1, seen));
    if (last.trim() !== "") this.#readUnfinished(last, lines.length + 1, seen);
    this.#hasLeaves = this.#lines.some(({ entry }) => entry["type"] === "leaf");
  }

  session(): ImportedSession {
    for (const line of this.#inOrder()) this.#add(line);
    const leaf = this.#leaf?.id ?? null;
    if (leaf !== (this.#entries.at(-1)?.id ?? null)) this.#mark(leaf);
    return { entries: this.#entries, cwd: this.#cwd, warnings: this.#warnings };
  }

  /** A last line without its newline may be whole all the same. */
  #readUnfinished(text: string, number: number, seen: Set<string>): void {
    try {
      this.#lines.push(readLine(text, number, seen));
    } catch (error) {
      if (!SessionError.isInstance(error)) throw error;
      this.#warnings.push(
        `Line ${number}, the last, was torn (${text.length} characters) and is left out.`,
      );
    }
  }

  /** Every line after the one it hangs on. */
  #inOrder(): readonly Line[] {
    const waiting = new Map(this.#lines.map((line) => [line.id, line]));
    const ordered: Line[] = [];
    for (const line of this.#lines) {
      const chain: Line[] = [];
      for (let next: Line | undefined = line; next !== undefined && waiting.delete(next.id);) {
        chain.push(next);
        next = waiting.get(parentOf(next) ?? "");
      }
      ordered.push(...chain.toReversed());
    }
    return ordered;
  }

  #add(line: Line): void {
    const { entry, id } = line;
    const parent = this.#parentOf(line);
    if (entry["type"] === "leaf") {
      const target = entry["entry_id"];
      this.#leaf = typeof target === "string" ? this.#places.get(target) : undefined;
      // What hangs on a pointer hangs on what it points to.
      this.#places.set(id, this.#leaf);
      return;
    }
    const added = this.#entryOf(line, parent);
    const isShown = ["message", "branch_summary", "custom_message"].includes(added.type);
    const { firstKeptEntryId } = { firstKeptEntryId: undefined, ...added };
    const firstKept = typeof firstKeptEntryId === "string" ? firstKeptEntryId : undefined;
    const place = { id, parent, isShown, firstKept };
    this.#entries.push(added);
    this.#places.set(id, place);
    if (!this.#hasLeaves) this.#leaf = place;
    if (entry["type"] === "session_info" && typeof entry["cwd"] === "string")
      this.#cwd = entry["cwd"];
  }

  /** Without pointers Tau reads a file from top to bottom, whatever hangs on what. */
  #parentOf(line: Line): Place | undefined {
    if (!this.#hasLeaves) return this.#leaf;
    const parentId = parentOf(line);
    if (parentId === undefined) return undefined;
    if (!this.#places.has(parentId))
      this.#warnings.push(
        `Line ${line.number}: entry ${line.id} hangs on entry ${parentId}, which is not there; it reads as a first entry.`,
      );
    return this.#places.get(parentId);
  }

  #entryOf({ entry, id, number }: Line, parent: Place | undefined): SessionEntry {
    const path: Place[] = [];
    if (entry["type"] === "compaction")
      for (let place = parent; place !== undefined; place = place.parent) path.push(place);
    const parentId = parent?.id ?? null;
    const fields = tauFields(entry, { parentId, path: path.toReversed() });
    try {
      return checkedEntry({ ...fields, id, parentId, timestamp: isoTime(entry["timestamp"]) });
    } catch (error) {
      throw damaged(number, error);
    }
  }

  /** Keeps the place of a leaf that nothing was written on. */
  #mark(parentId: string | null): void {
    const id = `${parentId ?? "root"}-leaf`;
    const timestamp = this.#entries.at(-1)?.timestamp ?? isoTime(undefined);
    this.#entries.push(
      checkedEntry({ type: "custom", customType: LEAF_MARKER, id, parentId, timestamp }),
    );
  }
}

function readLine(text: string, number: number, seen: Set<string>): Line {
  try {
    const entry: unknown = JSON.parse(text);
    if (!isJsonObject(entry)) throw new SyntaxError("an entry must be a JSON object");
    const { id } = entry;
    if (typeof id !== "string" || id === "") throw new SyntaxError("an entry needs an id");
    if (seen.has(id)) throw new SyntaxError(`the id ${id} is there already`);
    seen.add(id);
    return { number, entry, id };
  } catch (error) {
    throw damaged(number, error);
  }
}

function damaged(line: number, cause: unknown): SessionError {
  return new SessionError(
    "damaged",
    `Cannot import the session: line ${line} is damaged (${errorText(cause)}). Repair or remove that line by hand.`,
    { line, cause },
  );
}

function parentOf({ entry }: Line): string | undefined {
  return typeof entry["parent_id"] === "string" ? entry["parent_id"] : undefined;
}

/** Tau counts seconds since 1970. */
function isoTime(seconds: unknown): string {
  const time = new Date(typeof seconds === "number" ? seconds * 1000 : 0);
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString();
}

function checkedEntry(fields: JsonObject): SessionEntry {
  const entry: unknown = frozenJson(tidyEntry(fields));
  assertEntry(entry);
  return entry;
}
