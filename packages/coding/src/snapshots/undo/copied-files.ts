import type { PathKey } from "../byte-path.ts";
import type { JournalRow, StateReference, StateRow, TouchRow } from "../journal/rows.ts";
import { isAgents, rowsAfter } from "../journal/timeline.ts";
import type { Interval } from "../journal/timeline.ts";
import type { CopiesView, Entry } from "../store/manifest.ts";

/** Files that only copies are kept of: what they were when a tool first touched them, and who has changed them since. */
export interface CopiedFiles {
  readonly earlier: ReadonlyMap<PathKey, Entry>;
  readonly changedByOthers: ReadonlySet<PathKey>;
}

/** Follows copied files from a state to the end of the chain. */
export async function copiedFiles(
  chain: readonly JournalRow[],
  from: StateRow,
  session: string | undefined,
  look: (state: StateReference) => Promise<CopiesView>,
): Promise<CopiedFiles> {
  const trail = new Trail();
  trail.state(await look(from.state));
  for (const row of rowsAfter(chain, from)) {
    if (row.type === "state") trail.state(await look(row.state));
    else if (row.type === "touch") trail.touch(row, isAgents(row, session));
    else if (isAgents(row, session)) trail.call();
  }
  return trail;
}

/** What was last seen in each file. What is seen to differ without a call of the agent's in between is somebody else's. */
class Trail implements CopiedFiles {
  readonly earlier = new Map<PathKey, Entry>();
  readonly changedByOthers = new Set<PathKey>();
  readonly #seen = new Map<PathKey, string | null>();
  /** Files seen in the newest state or since: what a call does to them begins with that. */
  #fresh = new Set<PathKey>();
  #isCalled = false;

  call(): void {
    this.#isCalled = true;
  }

  touch({ key, before, content }: TouchRow, isAgentsOwn: boolean): void {
    if (before && !this.earlier.has(key)) this.earlier.set(key, before);
    if (!isAgentsOwn) this.changedByOthers.add(key);
    if (before) this.#see(key, contentOf(before));
    // The states tell of the others.
    if (before || this.#seen.has(key)) this.#see(key, content, true);
  }

  state({ copies, isKnown }: CopiesView): void {
    for (const key of [...this.#seen.keys()].filter(isKnown)) this.#seen.delete(key);
    for (const [key, entry] of copies) this.#see(key, contentOf(entry));
    this.#fresh = new Set(copies.keys());
    this.#isCalled = false;
  }

  #see(key: PathKey, content: string | null, isOwn = false): void {
    const isExplained = isOwn || (this.#isCalled && this.#fresh.has(key));
    if (this.#seen.has(key) && this.#seen.get(key) !== content && !isExplained)
      this.changedByOthers.add(key);
    this.#seen.set(key, content);
    this.#fresh.add(key);
  }
}

function contentOf(entry: Entry): string | null {
  return "content" in entry ? entry.content : null;
}

/**
 * Of paths at which there was nothing, those that the agent's commands have made where no state looks: the first state
 * that does not know such a path comes after one of them.
 */
export async function madeByAgent(
  paths: readonly PathKey[],
  intervals: readonly Interval[],
  knownAt: (state: StateReference) => Promise<CopiesView["isKnown"]>,
): Promise<Set<PathKey>> {
  const made = new Set<PathKey>();
  const open = new Set(paths);
  for (const { after, isByAgent } of intervals) {
    if (open.size === 0) break;
    const isKnown = await knownAt(after.state);
    for (const key of [...open].filter((one) => !isKnown(one))) {
      open.delete(key);
      if (isByAgent) made.add(key);
    }
  }
  return made;
}
