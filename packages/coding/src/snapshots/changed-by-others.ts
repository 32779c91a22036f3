import type { PathKey } from "./byte-path.ts";
import type { JournalRow, StateReference, StateRow, TouchRow } from "./journal.ts";
import { isSameEntry } from "./manifest.ts";
import type { Entry } from "./manifest.ts";
import { intervalsFrom, rowsAfter } from "./timeline.ts";

/** Of pairs of states, the paths that differ. */
export type CompareStates = (
  pairs: readonly (readonly [StateReference, StateReference])[],
) => Promise<readonly ReadonlySet<PathKey>[]>;

/**
 * The paths that somebody else than the agent has changed since a state. Between two states all that differs is the
 * agent's if a call that may change anything began, and otherwise only the files that its tools touched and left so.
 */
export async function changedByOthers(
  chain: readonly JournalRow[],
  from: StateRow,
  session: string | undefined,
  compare: CompareStates,
  contentAt: (state: StateReference) => Promise<ReadonlyMap<PathKey, Entry>>,
): Promise<Set<PathKey>> {
  const intervals = intervalsFrom(chain, from, session).filter(({ isAgents }) => !isAgents);
  const pairs = intervals.map(({ before, after }) => [before.state, after.state] as const);
  const changed = new Set<PathKey>();
  for (const [place, paths] of (await compare(pairs)).entries()) {
    const interval = intervals[place];
    if (!interval || paths.size === 0) continue;
    const { touched, after } = interval;
    const isTouched = [...touched.keys()].some((key) => paths.has(key));
    const contents = isTouched ? await contentAt(after.state) : undefined;
    for (const key of paths) {
      const entry = contents?.get(key);
      const content = entry && "content" in entry ? entry.content : null;
      if (touched.get(key) !== content) changed.add(key);
    }
  }
  return changed;
}

/** Files that only copies are kept of: what they were when a tool first touched them, and who has changed them since. */
export interface CopiedFiles {
  readonly earlier: ReadonlyMap<PathKey, Entry>;
  readonly changedByOthers: ReadonlySet<PathKey>;
}

/** `entryNow` is what is there now. */
export function copiedFiles(
  chain: readonly JournalRow[],
  from: StateRow,
  session: string | undefined,
  entryNow: (key: PathKey) => Entry | undefined,
): CopiedFiles {
  const rows = rowsAfter(chain, from);
  const touches = rows.filter((row): row is TouchRow => row.type === "touch");
  const earlier = new Map<PathKey, Entry>();
  const left = new Map<PathKey, string | null>();
  const others = new Set<PathKey>();
  for (const { key, before, content, session: by } of touches) {
    if (before && !earlier.has(key)) earlier.set(key, before);
    if (session !== undefined && by !== session) others.add(key);
    if (before && left.has(key) && left.get(key) !== contentOf(before)) others.add(key);
    left.set(key, content);
  }
  for (const [key, content] of left) {
    const now = entryNow(key);
    const isFolder = now?.kind === "folder" || isSameEntry(earlier.get(key), now);
    if (earlier.has(key) && !isFolder && contentOf(now) !== content) others.add(key);
  }
  return { earlier, changedByOthers: others };
}

function contentOf(entry: Entry | undefined): string | null {
  return entry && "content" in entry ? entry.content : null;
}
