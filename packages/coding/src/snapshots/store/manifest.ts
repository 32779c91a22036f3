import { isJsonObject } from "@tau-ts/ai";
import type { JsonValue } from "@tau-ts/ai";
import { foldersAbove } from "../byte-path.ts";
import type { PathKey } from "../byte-path.ts";

/** What is at a path. `content` names the bytes, those a link holds included; `mode` is the permissions, 0 to 07777. */
export type Entry =
  | { readonly kind: "file"; readonly mode: number; readonly content: string }
  | { readonly kind: "link"; readonly content: string }
  | { readonly kind: "folder"; readonly mode: number }
  /** Looked at, and nothing was there. */
  | { readonly kind: "absent" };

/** Why a path is not covered. `own`: it belongs to the snapshots' own folder. `special`: a socket, a device and the like. */
export type SkipReason = "ignored" | "large" | "repository" | "special" | "unreadable" | "own";

/** A path, and all that is below it, that a snapshot knows nothing about. */
export interface Skipped {
  readonly key: PathKey;
  readonly reason: SkipReason;
}

/** The files at one moment. */
export interface Manifest {
  readonly entries: ReadonlyMap<PathKey, Entry>;
  readonly skipped: readonly Skipped[];
  /** Whether all below the root is known, apart from what is skipped; otherwise only what has an entry is. */
  readonly isWhole: boolean;
  /** Those entries that were copied because nothing else covers them. */
  readonly copied: readonly PathKey[];
}

/** What a moment says about files that are copied because nothing else covers them. */
export interface CopiesView {
  readonly copies: ReadonlyMap<PathKey, Entry>;
  /** Whether a path is covered like any other, and needs no copy. */
  readonly isKnown: (key: PathKey) => boolean;
}

export function isSameEntry(one: Entry | undefined, other: Entry | undefined): boolean {
  const [a, b] = [one ?? nothing, other ?? nothing];
  if (a.kind !== b.kind) return false;
  const isSameContent = !("content" in a && "content" in b) || a.content === b.content;
  const isSameMode = !("mode" in a && "mode" in b) || a.mode === b.mode;
  return isSameContent && isSameMode;
}

const nothing: Entry = { kind: "absent" };

export function isThere(entry: Entry | undefined): entry is Exclude<Entry, { kind: "absent" }> {
  return entry !== undefined && entry.kind !== "absent";
}

/** Tells of any path whether it is, or is below, one that was skipped. */
export function skippedPaths(skipped: readonly Skipped[]): (key: PathKey) => Skipped | undefined {
  const byKey = new Map(skipped.map((one) => [one.key, one]));
  return (key) => {
    const own = byKey.get(key);
    if (own) return own;
    for (const folder of foldersAbove(key)) {
      const found = byKey.get(folder);
      if (found) return found;
    }
    return undefined;
  };
}

/** Tells of any path whether a moment says what is there, or that nothing is, without having copied it. */
export function knownPaths({
  isWhole,
  skipped,
}: Pick<Manifest, "isWhole" | "skipped">): (key: PathKey) => boolean {
  const isSkipped = skippedPaths(skipped);
  return (key) => isWhole && !key.startsWith("/") && isSkipped(key) === undefined;
}

/** An entry as it was written down; undefined when it is none. */
export function parseEntry(value: JsonValue | undefined): Entry | undefined {
  if (!isJsonObject(value)) return undefined;
  const { kind, mode, content } = value;
  if (kind === "absent") return { kind };
  if (kind === "link") return isObjectName(content) ? { kind, content } : undefined;
  if (typeof mode !== "number") return undefined;
  if (kind === "folder") return { kind, mode };
  return kind === "file" && isObjectName(content) ? { kind, mode, content } : undefined;
}

/** It becomes an argument of git and a name of a file: nothing else may. */
export function isObjectName(value: JsonValue | undefined): value is string {
  return typeof value === "string" && /^[0-9a-f]{40}$/.test(value);
}
