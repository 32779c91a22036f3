import { foldersAbove } from "../byte-path.ts";
import type { PathKey } from "../byte-path.ts";
import { isSameEntry, isThere, knownPaths, skippedPaths } from "../store/manifest.ts";
import type { Entry, Manifest } from "../store/manifest.ts";

/**
 * Why a path is left as it is. `changed-since`: somebody else than the agent has changed it. `not-saved`: what is there
 * now is not covered, so a redo could not bring it back.
 */
export type KeepReason = "changed-since" | "not-saved";

/** One path that differs between now and the moment gone back to. */
export interface Step {
  readonly key: PathKey;
  readonly now: Entry | undefined;
  readonly target: Entry | undefined;
  readonly keep?: KeepReason;
}

/** What is compared. */
export interface StepsOptions {
  readonly target: Manifest;
  readonly now: Manifest;
  /** The paths that somebody else than the agent has changed. */
  readonly changedByOthers: ReadonlySet<PathKey>;
  /** Whether anything is there. */
  readonly exists: (key: PathKey) => boolean;
}

/** What differs, in the order of the paths; each for itself. */
export function stepsTo(options: StepsOptions): Step[] {
  const { target, now } = options;
  const keys = new Set([...target.entries.keys(), ...now.entries.keys()]);
  const isKnown = knownPaths(target);
  const isCovered = skippedPaths(now.skipped);
  const steps: Step[] = [];
  for (const key of [...keys].toSorted()) {
    const [then, present] = [target.entries.get(key), now.entries.get(key)];
    if (isSameEntry(then, present)) continue;
    // Nothing is known about it then: it may have been there, and stays.
    if (!then && !isKnown(key)) continue;
    const isHidden = !present && isCovered(key) !== undefined && options.exists(key);
    const keep = isHidden
      ? "not-saved"
      : options.changedByOthers.has(key)
        ? "changed-since"
        : undefined;
    steps.push({ key, now: present, target: then, ...(keep ? { keep } : {}) });
  }
  return steps;
}

/** The steps that are left when those that are kept stay away from the others. */
export function settledSteps(
  steps: readonly Step[],
  { target, now }: { readonly target: Manifest; readonly now: Manifest },
): Step[] {
  return withoutIdleFolders(withKeptNeighbours(steps, now), target, now);
}

/** What stays where it is keeps others from being restored: what belongs below a file, and a file in a folder's place. */
function withKeptNeighbours(steps: readonly Step[], now: Manifest): Step[] {
  const below = new Map<PathKey, KeepReason>();
  const above = new Map<PathKey, KeepReason>();
  const stay = (key: PathKey, keep: KeepReason): void => {
    for (const folder of foldersAbove(key)) above.set(folder, keep);
  };
  for (const { key } of now.skipped) stay(key, "not-saved");
  for (const { key, now: present, keep } of steps) {
    if (keep === undefined || !(isThere(present) || keep === "not-saved")) continue;
    stay(key, keep);
    if (present?.kind !== "folder") below.set(key, keep);
  }
  return steps.map((step) => {
    const { key, target, keep } = step;
    if (keep !== undefined || !isThere(target)) return step;
    const blocked = target.kind === "folder" ? undefined : above.get(key);
    const inTheWay = [...foldersAbove(key)].find((folder) => below.has(folder));
    const reason = blocked ?? (inTheWay === undefined ? undefined : below.get(inTheWay));
    return reason ? { ...step, keep: reason } : step;
  });
}

/**
 * A folder comes with the first file restored in it and goes with the last one removed: one that only lost or got what
 * somebody else moved, or that holds something not covered, is left alone.
 */
function withoutIdleFolders(
  steps: readonly Step[],
  target: Manifest,
  { skipped }: Manifest,
): Step[] {
  const used = new Set<PathKey>();
  for (const key of target.entries.keys()) for (const folder of foldersAbove(key)) used.add(folder);
  const coming = new Set<PathKey>();
  const staying = new Set(skipped.flatMap(({ key }) => [...foldersAbove(key)]));
  for (const step of steps) {
    if (step.target?.kind === "folder" && step.now?.kind === "folder") continue;
    for (const folder of foldersAbove(step.key)) {
      if (step.keep === undefined && isThere(step.target)) coming.add(folder);
      if (step.keep !== undefined && isThere(step.now)) staying.add(folder);
    }
  }
  return steps.filter(({ key, now, target: then }) => {
    if (then?.kind === "folder" && !isThere(now)) return coming.has(key) || !used.has(key);
    if (now?.kind === "folder" && !isThere(then)) return !staying.has(key);
    return true;
  });
}
