import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject, JsonValue } from "@tau-ts/ai";
import type { PathKey } from "../byte-path.ts";
import { isObjectName, parseEntry } from "../store/manifest.ts";
import type { Entry } from "../store/manifest.ts";

/** Where to find the files of one moment. */
export interface StateReference {
  /** Git's tree of the files below the root; absent outside git. */
  readonly tree?: string;
  /** The copy that holds {@link StateDetails}. */
  readonly details: string;
  /** Where HEAD was, for people. */
  readonly head?: string;
}

interface RowBase {
  /** Rises with every row. */
  readonly id: number;
  /** The row that this one goes on from; absent for the one before it in the file. */
  readonly parent?: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly session: string;
  /** The run that was going on. */
  readonly run: string;
}

/** A user said something. */
export interface MarkRow extends RowBase {
  readonly type: "mark";
  readonly text: string;
  /** The time on the user's message, in milliseconds since 1970. */
  readonly messageAt: number;
}

/** The files as they were. */
export interface StateRow extends RowBase {
  readonly type: "state";
  readonly state: StateReference;
  /** The state that an undo or a redo has left, and which goes back to it. */
  readonly left?: number;
  readonly isUndo?: boolean;
  /** What this conversation did after a row is undone, while others have gone on. */
  readonly voids?: { readonly session: string; readonly after: number };
  /** The undo with `voids` that is itself taken back. */
  readonly revives?: number;
}

/** A call began that may change anything. Until the next state, changes are the agent's. */
export interface CallRow extends RowBase {
  readonly type: "call";
  readonly text: string;
}

/** A call has changed one file. */
export interface TouchRow extends RowBase {
  readonly type: "touch";
  readonly key: PathKey;
  /** What was in it then; null when nothing was, or that is not known. */
  readonly content: string | null;
  /** What was there before, when no snapshot covers the path. */
  readonly before?: Entry;
}

/** One line of the journal: all that happened to the files of one folder, oldest first. */
export type JournalRow = MarkRow | StateRow | CallRow | TouchRow;

type WithoutNumber<Row> = Row extends JournalRow ? Omit<Row, "id"> : never;

/** A row before it gets its number. */
export type NewRow = WithoutNumber<JournalRow>;

export function writeRows(rows: readonly JournalRow[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** The rows of a text. Lines that are none, as a crash leaves them, are left out. */
export function readRows(text: string): JournalRow[] {
  return text.split("\n").flatMap((line) => {
    const row = parseRow(line);
    return row ? [row] : [];
  });
}

function parseRow(line: string): JournalRow | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (!isJsonObject(value)) return undefined;
  const base = parseBase(value);
  if (!base) return undefined;
  const { text, messageAt, key, content } = value;
  switch (value["type"]) {
    case "mark":
      return typeof text === "string" && typeof messageAt === "number"
        ? { ...base, type: "mark", text, messageAt }
        : undefined;
    case "call":
      return typeof text === "string" ? { ...base, type: "call", text } : undefined;
    case "touch":
      return typeof key === "string" && (isObjectName(content) || content === null)
        ? { ...base, type: "touch", key, content, ...parseBefore(value) }
        : undefined;
    case "state":
      return parseState(base, value);
    default:
      return undefined;
  }
}

function parseBase({ id, parent, at, session, run }: JsonObject): RowBase | undefined {
  if (typeof id !== "number" || typeof at !== "number") return undefined;
  if (typeof session !== "string" || typeof run !== "string") return undefined;
  return { id, at, session, run, ...(typeof parent === "number" ? { parent } : {}) };
}

function parseBefore({ before }: JsonObject): { readonly before?: Entry } {
  const entry = parseEntry(before);
  return entry ? { before: entry } : {};
}

function parseState(
  base: RowBase,
  { state, left, isUndo, voids, revives }: JsonObject,
): StateRow | undefined {
  if (!isJsonObject(state)) return undefined;
  const { tree, details, head } = state;
  if (!isObjectName(details) || (tree !== undefined && !isObjectName(tree))) return undefined;
  return {
    ...base,
    type: "state",
    state: {
      details,
      ...(tree === undefined ? {} : { tree }),
      ...(typeof head === "string" ? { head } : {}),
    },
    ...(typeof left === "number" ? { left } : {}),
    ...(isUndo === true ? { isUndo } : {}),
    ...parseVoids(voids),
    ...(typeof revives === "number" ? { revives } : {}),
  };
}

function parseVoids(value: JsonValue | undefined): Pick<StateRow, "voids"> {
  if (!isJsonObject(value)) return {};
  const { session, after } = value;
  return typeof session === "string" && typeof after === "number"
    ? { voids: { session, after } }
    : {};
}
