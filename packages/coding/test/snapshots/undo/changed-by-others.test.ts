import { expect, it } from "vitest";
import { Snapshots } from "../../../src/snapshots/snapshots.ts";
import { makeFolder } from "../../support/files.ts";
import { makeWorld, undo } from "../support/world.ts";
import type { World } from "../support/world.ts";

/** A run of commands of the agent's. */
async function run({ snapshots, bash }: World, ...scripts: string[]): Promise<void> {
  snapshots.beginRun();
  snapshots.mark(scripts.join("; "));
  for (const script of scripts) await bash(script);
  await snapshots.endRun();
}

it("U25 what the user changes in the middle of a run of write and edit is not overwritten unasked", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo a >a; echo b >b; echo d >d");
  await world.write("a", "agent");
  world.sh("echo mine >b; echo new >c; rm d; echo mine >a");
  for (const name of ["a", "b", "c", "d"]) await world.write(name, "agent");
  await world.write("e", "agent");
  const plan = await world.snapshots.undo();
  expect(plan?.changes).toMatchObject([{ path: "e", action: "delete" }]);
  expect(plan?.kept.map(({ path, reason }) => [path, reason])).toEqual(
    ["a", "b", "c", "d"].map((path) => [path, "changed-since"]),
  );
});

it("U26 what the agent has made and ignored itself goes with the run, even if it wrote it again", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo a >a");
  const before = world.files();
  await world.bash("echo '*.log' >.gitignore; echo 1 >x.log");
  await world.write("x.log", "2");
  expect(await undo(world)).toMatchObject({ kept: [], failed: [] });
  expect(world.files()).toEqual(before);
});

it("U26 an ignored file that the user has made between two runs is brought back as it was then", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo .env >.gitignore; echo a >a");
  await run(world, "echo b >a");
  world.sh("echo mine >.env");
  world.snapshots.beginRun();
  await world.write(".env", "agent");
  await (await world.snapshots.undo({ to: { timestamp: 0 } }))?.apply();
  expect(world.sh("cat a .env")).toBe("a\nmine\n");
});

it(
  "U27 an ignored file that a tool has touched is followed from then on: commands, users and other processes",
  { timeout: 30_000 },
  async () => {
    const world = makeWorld(makeFolder(), "git init -q .; echo .env >.gitignore; echo 0 >.env");
    await world.write(".env", "1");
    await run(world, "echo 2 >.env");
    await undo(world);
    expect(world.sh("cat .env")).toBe("1");
    await (await world.snapshots.redo())?.apply();
    world.sh("echo mine >.env");
    expect((await world.snapshots.undo())?.kept).toMatchObject([{ path: ".env" }]);
    await run(world, "echo 3 >.env");
    expect((await undo(world))?.kept).toEqual([]);
    expect(world.sh("cat .env")).toBe("mine\n");
    const anybody = new Snapshots({ cwd: world.root, home: world.home });
    const plan = await anybody.undo({ to: { timestamp: 0 } });
    expect(plan?.kept).toMatchObject([{ path: ".env", reason: "changed-since" }]);
  },
);

it(
  "U28 a file that was ignored for some time, or not there, is not taken for changed by the user",
  { timeout: 30_000 },
  async () => {
    const world = makeWorld(makeFolder(), "git init -q .; echo a >a");
    const before = world.files();
    await world.write("new/w", "1");
    await run(world, "rm -r new");
    await undo(world);
    await run(world, "rm -r new");
    world.snapshots.beginRun();
    await world.write("new/w", "2");
    await (await world.snapshots.undo({ to: { timestamp: 0 } }))?.apply();
    expect(world.files()).toEqual(before);
  },
);

it(
  "U29 a folder that the agent made stays for what is not covered in it, and no undo is in vain",
  { timeout: 30_000 },
  async () => {
    const world = makeWorld(makeFolder(), "git init -q .; echo c/ >.gitignore; echo a >a");
    await run(world, "mkdir c", "mkdir c/d; echo 1 >c/d/x; echo b >a; echo '#' >>.gitignore");
    const restored = [{ path: ".gitignore" }, { path: "a" }];
    expect(await undo(world)).toMatchObject({ restored, kept: [], failed: [] });
    expect(world.sh("cat c/d/x a")).toBe("1\na\n");
    await (await world.snapshots.undo({ to: { timestamp: 0 } }))?.apply({ overwrite: true });
    await (await world.snapshots.redo())?.apply();
    expect(world.sh("cat a")).toBe("b\n");
  },
);

it("U29 an undo that failed altogether can be tried again", { timeout: 30_000 }, async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo a >a");
  const before = world.files();
  await run(world, "rm a; git init -q a");
  const plan = await world.snapshots.undo();
  expect(plan).toMatchObject({ changes: [], kept: [{ path: "a", reason: "not-saved" }] });
  const outcome = await plan?.apply({ overwrite: true });
  expect(outcome).toMatchObject({ restored: [], failed: [{ path: "a" }] });
  world.sh("git -C a status; rm -r a");
  expect(await world.snapshots.redo()).toBeUndefined();
  await (await world.snapshots.undo())?.apply({ overwrite: true });
  expect(world.files()).toEqual(before);
});
