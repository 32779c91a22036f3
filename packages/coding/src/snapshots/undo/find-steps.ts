import { isAnythingAt } from "../byte-path.ts";
import type { PathKey } from "../byte-path.ts";
import type { JournalRow, StateRow } from "../journal/rows.ts";
import { intervalsFrom, rowsAfter } from "../journal/timeline.ts";
import type { Goal } from "../journal/timeline.ts";
import { knownPaths } from "../store/manifest.ts";
import type { Entry, Manifest } from "../store/manifest.ts";
import type { Store, TakeOptions } from "../store/store.ts";
import { changedByOthers } from "./changed-by-others.ts";
import { copiedFiles, madeByAgent } from "./copied-files.ts";
import { stepsTo } from "./steps.ts";
import type { Step } from "./steps.ts";

/** What there is to do, and what the files are now. */
export interface Findings {
  readonly steps: readonly Step[];
  readonly target: Manifest;
  readonly now: Manifest;
  readonly nowState: StateRow["state"];
  /** The newest row of the journal. */
  readonly lastRow: number | undefined;
  /** What was looked at beyond what is covered anyhow. */
  readonly looked: TakeOptions;
}

/** Which files are compared with which moment. */
export interface FindOptions {
  readonly store: Store;
  readonly chain: readonly JournalRow[];
  readonly goal: Goal;
  readonly session: string | undefined;
  readonly at: number;
  readonly lastRow: number | undefined;
}

/** Looks at the files as they are and compares them with the goal. */
export async function findSteps(options: FindOptions): Promise<Findings> {
  const { store, chain, goal, session, lastRow } = options;
  const then = await store.manifest(goal.target.state);
  const now = await lookNow(options, then);
  const { nowState, looked } = now;
  // As if the state of now were written down already.
  const rows: readonly JournalRow[] = [
    ...chain,
    { type: "state", id: -1, at: options.at, session: "", run: "", state: nowState },
  ];
  const copied = await copiedFiles(rows, goal.since, session, (state) => store.look(state));
  const intervals = intervalsFrom(rows, goal.since, session);
  const made = await madeByAgent(
    absentPaths(then, copied.earlier),
    intervals,
    async (state) => (await store.look(state)).isKnown,
  );
  const target = { ...then, entries: filledUp(then.entries, copied.earlier, made) };
  const others = await changedByOthers(
    intervals,
    (pairs) => store.changedPaths(pairs),
    async (state) => (await store.manifest(state)).entries,
  );
  for (const key of copied.changedByOthers) others.add(key);
  const exists = (key: PathKey): boolean => isAnythingAt(store.root, key);
  const steps = stepsTo({ target, now, changedByOthers: others, exists });
  return { steps, target, now, nowState, looked, lastRow };
}

/**
 * The files as they are: all that was covered then, all that tools came to since, and what today's ignore files leave out
 * but those of then did not.
 */
async function lookNow(
  { store, chain, goal }: FindOptions,
  then: Manifest,
): Promise<Manifest & Pick<Findings, "looked" | "nowState">> {
  const copies = new Set(then.copied);
  for (const row of rowsAfter(chain, goal.since))
    if (row.type === "touch" && row.before) copies.add(row.key);
  const also = [...then.entries.keys()].filter((key) => !key.startsWith("/"));
  const look = async (
    looked: TakeOptions,
  ): Promise<Manifest & Pick<Findings, "looked" | "nowState">> => {
    const nowState = await store.take(looked);
    return { ...(await store.manifest(nowState)), looked, nowState };
  };
  const now = await look({ also, copies });
  const rules = await store.otherRules(then, now);
  return rules ? look({ also, copies, rules }) : now;
}

/** Of the paths that tools came to later, those of which a state says that nothing was there. */
function absentPaths(then: Manifest, more: ReadonlyMap<PathKey, Entry>): PathKey[] {
  const isKnown = knownPaths(then);
  return [...more.keys()].filter((key) => isKnown(key) && !then.entries.has(key));
}

/** What tools found when they came to files that no snapshot holds, unless the agent had made those itself. */
function filledUp(
  entries: ReadonlyMap<PathKey, Entry>,
  more: ReadonlyMap<PathKey, Entry>,
  made: ReadonlySet<PathKey>,
): Map<PathKey, Entry> {
  return new Map([...[...more].filter(([key]) => !made.has(key)), ...entries]);
}
