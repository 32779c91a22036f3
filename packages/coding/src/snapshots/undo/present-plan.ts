import { shownPath } from "../byte-path.ts";
import type { StateReference } from "../journal/rows.ts";
import type { Findings } from "./find-steps.ts";
import { plannedChange } from "./show-steps.ts";
import type { KeptChange } from "./show-steps.ts";
import type { Step } from "./steps.ts";
import type { NotCovered } from "./undo-plan.ts";

/** What is done about each path: as was shown, what was asked for included, unless it is another one by now. */
export function chosenSteps(
  steps: readonly Step[],
  shown: readonly Step[],
  overwrite: boolean | readonly string[],
): Step[] {
  const known = new Map(shown.map((step) => [step.key, JSON.stringify(step.now)]));
  return steps.map((step) => {
    const { key, now, target } = step;
    const free: Step = { key, now, target };
    const isNews = !known.has(step.key) || known.get(step.key) !== JSON.stringify(step.now);
    if (isNews) return { ...free, keep: "changed-since" };
    const isAsked =
      overwrite === true || (overwrite !== false && overwrite.includes(shownPath(step.key)));
    return isAsked ? free : step;
  });
}

/** A path that is left as it is; none for one that is not. */
export function keptChange(step: Step): KeptChange[] {
  return step.keep ? [{ ...plannedChange(step), reason: step.keep }] : [];
}

/** The paths that neither then nor now were looked into, each once. */
export function notCovered({ target, now }: Findings): NotCovered[] {
  const found = new Map<string, NotCovered>();
  for (const { key, reason } of [...target.skipped, ...now.skipped]) {
    if (reason !== "own") found.set(key, { path: shownPath(key), reason });
  }
  return [...found.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/** What else there is to know. */
export function planNotes(then: StateReference, now: StateReference): string[] {
  if (then.tree === undefined)
    return ["Outside git, only the files that write and edit have touched are covered."];
  if (then.head === now.head) return [];
  return [
    `HEAD was at ${then.head || "nothing"} and is at ${now.head || "nothing"} now. Only files are brought back; HEAD, the index and the stash stay as they are.`,
  ];
}
