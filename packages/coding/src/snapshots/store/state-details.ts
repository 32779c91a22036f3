import { isJsonObject } from "@tau-ts/ai";
import type { JsonValue } from "@tau-ts/ai";
import { SnapshotError } from "../../errors.ts";
import type { PathKey } from "../byte-path.ts";
import { parseEntry } from "./manifest.ts";
import type { Entry, SkipReason, Skipped } from "./manifest.ts";

/** What git's trees do not say about the files of one moment. */
export interface StateDetails {
  /** Permissions that are not the usual ones. */
  readonly modes: ReadonlyMap<PathKey, number>;
  /** Folders that nothing covered is in. */
  readonly folders: readonly PathKey[];
  readonly skipped: readonly Skipped[];
  /** What is elsewhere, or ignored, and was touched by a tool. */
  readonly copies: ReadonlyMap<PathKey, Entry>;
}

export function writeDetails({ modes, folders, skipped, copies }: StateDetails): Buffer {
  return Buffer.from(
    JSON.stringify({
      modes: [...modes],
      folders,
      skipped: skipped.map(({ key, reason }) => [key, reason]),
      copies: [...copies],
    }),
  );
}

/** Throws `SnapshotError` (`damaged`) for anything that {@link writeDetails} has not written. */
export function readDetails(bytes: Buffer): StateDetails {
  const value = parsed(bytes);
  if (!isJsonObject(value)) throw damaged();
  const { modes, folders, skipped, copies } = value;
  return {
    modes: new Map(pairs(modes).map(([key, mode]) => [key, numberOf(mode)])),
    folders: list(folders).map(textOf),
    skipped: pairs(skipped).map(([key, reason]) => ({ key, reason: reasonOf(reason) })),
    copies: new Map(pairs(copies).map(([key, entry]) => [key, entryOf(entry)])),
  };
}

/**
 * The paths about which two of them say different things, copies aside. A folder with paths below it that came or went,
 * `inhabited`, is no other folder for being empty now, or not any more.
 */
export function detailDifferences(
  before: StateDetails,
  after: StateDetails,
  inhabited: ReadonlySet<PathKey>,
): Set<PathKey> {
  const changed = new Set<PathKey>();
  for (const key of new Set([...before.modes.keys(), ...after.modes.keys()]))
    if (before.modes.get(key) !== after.modes.get(key)) changed.add(key);
  const folders = [new Set(before.folders), new Set(after.folders)] as const;
  for (const key of [...before.folders, ...after.folders])
    if (!folders.every((all) => all.has(key)) && !inhabited.has(key)) changed.add(key);
  return changed;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch (error) {
    throw damaged(error);
  }
}

const reasons: readonly SkipReason[] = [
  "ignored",
  "large",
  "repository",
  "special",
  "unreadable",
  "own",
];

function list(value: JsonValue | undefined): readonly JsonValue[] {
  if (Array.isArray(value)) return value;
  throw damaged();
}

function pairs(value: JsonValue | undefined): (readonly [string, JsonValue | undefined])[] {
  return list(value).map((pair) => [textOf(list(pair)[0]), list(pair)[1]]);
}

function textOf(value: JsonValue | undefined): string {
  if (typeof value === "string") return value;
  throw damaged();
}

function numberOf(value: JsonValue | undefined): number {
  if (typeof value === "number") return value;
  throw damaged();
}

function reasonOf(value: JsonValue | undefined): SkipReason {
  const reason = reasons.find((known) => known === value);
  if (reason) return reason;
  throw damaged();
}

function entryOf(value: JsonValue | undefined): Entry {
  const entry = parseEntry(value);
  if (entry) return entry;
  throw damaged();
}

function damaged(cause?: unknown): SnapshotError {
  return new SnapshotError(
    "damaged",
    "Could not read a snapshot: what it keeps about its files is not what was written. Go back to another point.",
    cause === undefined ? undefined : { cause },
  );
}
