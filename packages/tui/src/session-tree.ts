import type { SessionEntry } from "@tau-ts/agent";

/** One entry and the entries that hang on it. */
export interface EntryNode {
  readonly entry: SessionEntry;
  readonly children: EntryNode[];
}

/** The entries as trees. One whose parent is not there is a root. */
export function treesOf(entries: readonly SessionEntry[]): readonly EntryNode[] {
  const nodes = new Map<string, EntryNode>();
  const roots: EntryNode[] = [];
  for (const entry of entries) {
    const node: EntryNode = { entry, children: [] };
    const parent = entry.parentId === null ? undefined : nodes.get(entry.parentId);
    (parent?.children ?? roots).push(node);
    nodes.set(entry.id, node);
  }
  return roots;
}

/** A session's entries, and where in them the conversation is. */
export interface SessionEntries {
  /** Every entry, on every branch, in the order they were written. */
  readonly entries: readonly SessionEntry[];
  /** The entry the conversation is at; null for an empty one. */
  readonly leafId: string | null;
}

/** The entries from the root to the leaf. */
export function activePath({ entries, leafId }: SessionEntries): readonly SessionEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const path: SessionEntry[] = [];
  for (
    let entry = byId.get(leafId ?? "");
    entry !== undefined;
    entry = byId.get(entry.parentId ?? "")
  ) {
    byId.delete(entry.id); // A parent that is its own child must not be followed for ever.
    path.push(entry);
  }
  return path.toReversed();
}
