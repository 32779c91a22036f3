import type { PathKey } from "../byte-path.ts";
import type { StateReference } from "../journal/rows.ts";
import type { Interval } from "../journal/timeline.ts";
import type { Entry } from "../store/manifest.ts";

/** Of pairs of states, the paths that differ. */
export type CompareStates = (
  pairs: readonly (readonly [StateReference, StateReference])[],
) => Promise<readonly ReadonlySet<PathKey>[]>;

/**
 * The paths that somebody else than the agent has changed in these times. Between two states all that differs is the
 * agent's if a call that may change anything began, and otherwise only the files that its tools touched and left so.
 */
export async function changedByOthers(
  intervals: readonly Interval[],
  compare: CompareStates,
  contentAt: (state: StateReference) => Promise<ReadonlyMap<PathKey, Entry>>,
): Promise<Set<PathKey>> {
  const others = intervals.filter(({ isByAgent }) => !isByAgent);
  const pairs = others.map(({ before, after }) => [before.state, after.state] as const);
  const changed = new Set<PathKey>();
  for (const [place, paths] of (await compare(pairs)).entries()) {
    const interval = others[place];
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
