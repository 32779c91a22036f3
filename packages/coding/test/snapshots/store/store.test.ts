import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "../../support/files.ts";
import { makeWorld, undo } from "../support/world.ts";

it("U17 what we keep is never part of a snapshot, wherever it is", async () => {
  const folder = makeFolder();
  const world = makeWorld(folder, "git init -q .; echo a >a", {
    home: join(folder, "project", ".tau"),
  });
  await world.bash("echo b >a");
  const plan = await world.snapshots.undo();
  expect(plan?.changes.map(({ path }) => path)).toEqual(["a"]);
  await plan?.apply();
  expect(world.sh("cat a")).toBe("a\n");
});

it("U18 a store that lost its objects is filled anew", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo a >a; mkdir d; echo b >d/b");
  await world.bash("echo b >a");
  const [place = ""] = world.sh(`ls ${world.home}/snapshots`).trim().split("\n");
  const objects = join(world.home, "snapshots", place, "git", "objects");
  renameSync(objects, `${objects}.lost`);
  mkdirSync(objects);
  world.snapshots.beginRun();
  await world.bash("echo c >d/b");
  await undo(world);
  expect(world.sh("cat a d/b")).toBe("b\nb\n");
  expect(world.warnings).toEqual([]);
});

it("U18 what is deleted by hand during a session costs only its undo", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo a >a; chmod 600 a");
  await world.bash("echo b >a");
  rmSync(join(world.home, "snapshots"), { recursive: true });
  world.snapshots.beginRun();
  await world.bash("echo c >a; chmod 644 a");
  await undo(world);
  expect(world.sh("cat a; stat -c %a a")).toBe("b\n600\n");
  expect(await world.snapshots.undo()).toBeUndefined();
  expect(world.warnings).toEqual([]);
});
