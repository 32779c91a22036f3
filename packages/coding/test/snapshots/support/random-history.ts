import { execFileSync } from "node:child_process";
import { deepStrictEqual } from "node:assert/strict";
import type { UndoPlan } from "../../../src/snapshots/undo/undo-plan.ts";
import { snapshotTools } from "../../../src/snapshots/snapshot-tools.ts";
import { writeTool } from "../../../src/tools/write.ts";
import { LocalWorkspace } from "../../../src/workspace/local-workspace.ts";
import { call } from "../../support/call.ts";
import { RandomChanges, randomNumbers } from "./random-changes.ts";
import { environment, makeWorld } from "./world.ts";
import type { World } from "./world.ts";

type Files = Readonly<Record<string, string>>;

interface Moment {
  readonly timestamp: number;
  readonly files: Files;
  readonly ignored: readonly string[];
  readonly isUsers: boolean;
}

export interface HistoryCounts {
  readonly undos: number;
  readonly changes: number;
}

/**
 * A history of runs, some with changes of the user's in between, from which any point is gone back to and forth again.
 * Rejects when the files are not what they were, when a user's change was taken away unasked, or when git noticed.
 */
export async function randomHistory(
  seed: number,
  folder: string,
  runs = 7,
): Promise<HistoryCounts> {
  const next = randomNumbers(seed);
  const isRepository = next() < 0.95;
  const script = isRepository
    ? `git init -q -b one .${next() < 0.7 ? "; echo a>a; git add -A; git commit -qm x" : ""}`
    : ":";
  const world = makeWorld(folder, script);
  const act = new RandomChanges(world.root, next);
  act.change(12, isRepository);
  const hasUser = isRepository && next() < 0.4;
  let moments: Moment[] = [];
  let isCarriedOver = false;
  let [undos, changes] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const isChanging = hasUser && act.below(2) === 0;
    const isUsers = isChanging || isCarriedOver;
    isCarriedOver = false;
    const timestamp = Math.max(Date.now(), (moments.at(-1)?.timestamp ?? 0) + 1);
    if (isChanging) act.change(2, false);
    moments.push({
      timestamp,
      files: world.files(),
      ignored: ignored(world, isRepository),
      isUsers,
    });
    await oneRun(world, act, timestamp, isRepository);
    // Whatever the dice say, no history ends without.
    if (run < runs - 1 && (run < 2 || act.below(3) > 0)) continue;
    const at = act.below(moments.length);
    const goal = moments[at];
    if (!goal) continue;
    const isMixed = moments.slice(at + 1).some((moment) => moment.isUsers);
    changes += await thereAndBack(world, goal, { isMixed, isRepository });
    undos += 1;
    if (act.below(2) === 0) continue;
    const outcome = await (await world.snapshots.undo({ to: goal }))?.apply({ overwrite: true });
    moments = moments.slice(0, at);
    // What the user did before that moment has not gone with it, nor what is not covered and all that is in its way.
    isCarriedOver = goal.isUsers || (outcome !== undefined && outcome.kept.length > 0);
  }
  deepStrictEqual(world.warnings, []);
  return { undos, changes };
}

async function oneRun(
  { root, snapshots }: World,
  act: RandomChanges,
  timestamp: number,
  isRepository: boolean,
): Promise<void> {
  snapshots.beginRun();
  snapshots.mark(`run ${timestamp}`, timestamp);
  // Links may lead anywhere: nothing outside may be written.
  const workspace = new LocalWorkspace({ cwd: root, root });
  const [write] = snapshotTools([writeTool({ workspace })], snapshots, { cwd: root, workspace });
  if (!write) throw new Error("there is no tool");
  for (let count = 1 + act.below(3); count > 0; count -= 1) {
    // Elsewhere only what tools write is covered.
    if (!isRepository || act.below(3) === 0) {
      const path = act.pick(["a", "b/w", "new/deep/w", "d.txt", "e.log"]);
      await call(write, { path, content: act.pick(["one\n", "written\n", ""]) });
      continue;
    }
    const finish = await snapshots.before({ text: "bash" });
    act.change(1 + act.below(6), isRepository);
    finish();
    await snapshots.settled();
  }
  await snapshots.endRun();
}

async function thereAndBack(
  world: World,
  goal: Moment,
  { isMixed, isRepository }: { readonly isMixed: boolean; readonly isRepository: boolean },
): Promise<number> {
  const [files, git] = [world.files(), isRepository ? world.git() : {}];
  const plan = await world.snapshots.undo({ to: goal });
  if (!isMixed) {
    // A folder that an earlier undo had to leave, for what is ignored in it, may since have lost that.
    // What is ignored may have taken the place of a file that was brought back otherwise.
    const keptFiles = plan?.kept.filter(
      ({ kind, reason }) => kind !== "folder" && reason !== "not-saved",
    );
    deepStrictEqual(keptFiles ?? [], [], "nobody but the agent changed anything");
  }
  const kept = new Set(plan?.kept.map(({ path }) => path));
  await checked(plan, !isMixed);
  if (isMixed)
    for (const [key, was] of Object.entries(files))
      if (kept.has(key)) deepStrictEqual(world.files()[key], was);
  if (isMixed) await checked(await world.snapshots.undo({ to: goal }), true);
  const uncovered = [...goal.ignored, ...ignored(world, isRepository)];
  deepStrictEqual(without(world.files(), uncovered), without(goal.files, uncovered), "undone");
  deepStrictEqual(isRepository ? world.git() : {}, git, "git is as it was");
  for (let plans = await world.snapshots.redo(); plans; plans = await world.snapshots.redo())
    await checked(plans, false);
  const later = [...uncovered, ...ignored(world, isRepository)];
  deepStrictEqual(without(world.files(), later), without(files, later), "redone");
  deepStrictEqual(isRepository ? world.git() : {}, git, "git is as it was");
  return plan?.changes.length ?? 0;
}

async function checked(plan: UndoPlan | undefined, overwrite: boolean): Promise<void> {
  await plan?.diff();
  const outcome = await plan?.apply({ overwrite });
  const failed = outcome?.failed.filter(({ reason }) => !reason.includes("not covered"));
  deepStrictEqual(failed ?? [], []);
}

/** The files, and folders as a whole, that no snapshot covers at this moment. */
function ignored({ root }: World, isRepository: boolean): string[] {
  if (!isRepository) return [];
  const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard"];
  const lists = [args, [...args, "--directory"]].map((one) =>
    execFileSync("git", one, { cwd: root, env: environment, encoding: "latin1" }),
  );
  const keys = lists
    .join("")
    .split("\0")
    .filter((key) => key !== "");
  return keys.map((key) => key.replace(/\/$/, ""));
}

/** What is covered: neither these files nor the folders they are in. */
function without(files: Files, keys: readonly string[]): Files {
  const isLeftOut = (key: string): boolean =>
    keys.some((one) => one === key || one.startsWith(`${key}/`) || key.startsWith(one));
  return Object.fromEntries(Object.entries(files).filter(([key]) => !isLeftOut(key)));
}
