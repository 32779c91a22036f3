import { existsSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newestRuns } from "../../src/snapshots/clean-up.ts";
import { bytesBelow } from "../../src/snapshots/store/copies.ts";
import type { JournalRow } from "../../src/snapshots/journal/rows.ts";
import { Snapshots } from "../../src/snapshots/snapshots.ts";
import { makeFolder } from "../support/files.ts";
import { makeWorld } from "./support/world.ts";

it("U40 a clean-up drops the oldest runs and their bytes; the others can still be undone", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo 0 >n");
  for (let run = 1; run <= 4; run += 1) {
    world.snapshots.beginRun();
    world.snapshots.mark(`run ${run}`);
    await world.bash(`echo ${run} >n; head -c 300000 /dev/urandom >random`);
  }
  const before = await bytesBelow(world.home);
  await world.snapshots.cleanUp({ keepRuns: 2 });
  expect(await bytesBelow(world.home)).toBeLessThan(before - 250_000);
  expect((await world.snapshots.points()).map(({ text }) => text)).toEqual(["run 4", "run 3"]);
  await (await world.snapshots.undo())?.apply();
  await (await world.snapshots.undo())?.apply();
  expect(world.sh("cat n")).toBe("2\n");
  expect(await world.snapshots.undo()).toBeUndefined();
});

it("U41 what is over the limit in bytes goes, the oldest first", async () => {
  const world = makeWorld(makeFolder(), "git init -q .");
  for (let run = 1; run <= 4; run += 1) {
    world.snapshots.beginRun();
    world.snapshots.mark(`run ${run}`);
    await world.bash("head -c 300000 /dev/urandom >random");
  }
  await world.snapshots.cleanUp({ maxBytes: 1_100_000 });
  expect(await bytesBelow(world.home)).toBeLessThan(1_100_000);
  expect((await world.snapshots.points()).map(({ text }) => text)).toEqual(["run 4", "run 3"]);
});

it("U42 archives of other folders that nobody used for a month go as a whole", async () => {
  const folder = makeFolder();
  const world = makeWorld(folder, "git init -q .; echo a >a; mkdir ../other");
  const other = new Snapshots({ cwd: join(folder, "other"), home: world.home });
  (await other.before({ text: "bash" }))();
  await other.settled();
  const all = join(world.home, "snapshots");
  const [name = ""] = readdirSync(all);
  await world.bash("echo b >a");
  await world.snapshots.cleanUp();
  expect(existsSync(join(all, name))).toBe(true);
  utimesSync(join(all, name, "journal.jsonl"), 1000, 1000);
  await world.snapshots.cleanUp();
  expect(existsSync(join(all, name))).toBe(false);
  expect(readdirSync(all)).toHaveLength(1);
});

it("U43 the newest runs are those that are young and few enough", () => {
  const rows = ["a", "a", "b", "", "c"].map((run, place): JournalRow => ({
    type: "call",
    text: "",
    id: place,
    at: place,
    session: "",
    run,
  }));
  const ids = (count: number, oldest: number): number[] =>
    newestRuns(rows, count, oldest).map(({ id }) => id);
  expect([ids(3, 0), ids(2, 0), ids(1, 0), ids(3, 1), ids(3, 9), ids(0, 0)]).toEqual([
    [0, 1, 2, 3, 4],
    [2, 3, 4],
    [3, 4],
    [1, 2, 3, 4],
    [],
    [],
  ]);
});
