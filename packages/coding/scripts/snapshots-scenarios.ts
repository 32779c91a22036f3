/**
 * Everything an agent's commands may do to a project, each in a project of its own, undone and done again:
 * `node --conditions=tau-ts:source scripts/snapshots-scenarios.ts`. Ends with code 1 when the files, or the user's git,
 * are not what they were.
 */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { project, scenarios } from "../test/snapshots/support/scenarios.ts";
import { makeWorld } from "../test/snapshots/support/world.ts";

async function check(script: string): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tau-undo-")));
  try {
    const world = makeWorld(folder, project);
    const before = world.files();
    await world.bash(script);
    const [after, git] = [world.files(), world.git()];
    const plan = await world.snapshots.undo();
    await plan?.apply();
    const isUndone = isDeepStrictEqual(world.files(), before);
    await (await world.snapshots.redo())?.apply();
    const isRedone = isDeepStrictEqual(world.files(), after);
    const isGitSame = isDeepStrictEqual(world.git(), git);
    const isFine = isUndone && isRedone && isGitSame && world.warnings.length === 0;
    if (!isFine) process.exitCode = 1;
    return `${isFine ? "exact" : "NOT EXACT"}, ${plan?.changes.length ?? 0} paths`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const [name, script] of scenarios) process.stdout.write(`${name}: ${await check(script)}\n`);
