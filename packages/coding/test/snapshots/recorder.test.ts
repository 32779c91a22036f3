import { existsSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Snapshots } from "../../src/snapshots/snapshots.ts";
import { makeFolder } from "../support/files.ts";
import { makeWorld, undo } from "./support/world.ts";

it("U12 a failed snapshot warns and does not hold up the call", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo a >a");
  writeFileSync(world.home, "a file where a folder should be");
  await world.bash("echo b >a");
  await world.write("c", "c");
  expect(world.sh("cat a c")).toBe("b\nc");
  expect(world.warnings).toHaveLength(1);
  expect(world.warnings[0]).toMatch(/^No snapshot could be taken, so this may not be undone: /);
});

it("U13 a snapshot that takes too long is given up, and no more are taken", async () => {
  const folder = makeFolder();
  const world = makeWorld(folder, "git init -q .; echo a >a", { timeoutMs: 0 });
  await world.bash("echo b >a");
  await world.bash("echo c >a");
  expect(world.warnings.join("\n")).toMatch(
    /^No snapshot .* it took longer than 0 ms No more are taken in this session\.$/,
  );
});

it("U14 a run that was cut off in the middle of a command can be undone by the next process", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo a >a");
  const before = world.files();
  await world.snapshots.before({ text: "bash" });
  world.sh("rm a; echo half >b");
  const next = new Snapshots({ cwd: world.root, home: world.home });
  await (await next.undo())?.apply();
  expect(world.files()).toEqual(before);
});

it("U15 what a second conversation did is not taken for this one's", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo a >a; echo b >b", { session: "one" });
  const other = new Snapshots({ cwd: world.root, home: world.home, session: "two" });
  await world.bash("echo one >a");
  const finish = await other.before({ text: "bash" });
  world.sh("echo two >b");
  finish();
  await other.settled();
  await undo(world);
  expect(world.sh("cat a b")).toBe("a\ntwo\n");
  const anybody = new Snapshots({ cwd: world.root, home: world.home });
  expect((await anybody.undo())?.changes).toMatchObject([{ path: "b" }]);
});

it("U16 many processes at once take turns", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo a >a");
  const all = Array.from({ length: 4 }, () => new Snapshots({ cwd: world.root, home: world.home }));
  await Promise.all(all.map(async (one) => (await one.before({ text: "bash" }))()));
  await Promise.all(all.map((one) => one.settled()));
  world.sh("rm a");
  await (await world.snapshots.undo())?.apply({ overwrite: true });
  expect(world.sh("cat a")).toBe("a\n");
});

it("U19 a run that changes nothing makes nothing", async () => {
  const world = makeWorld(makeFolder(), "git init -q .");
  await world.snapshots.observe({ type: "agent_start" });
  world.snapshots.mark("only looking");
  await world.snapshots.observe({ type: "agent_end", messages: [], outcome: "completed" });
  expect(existsSync(world.home)).toBe(false);
});

it("U16 what one of two commands at the same time does after the other's end is the agent's", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo a >a");
  const before = world.files();
  const [first, second] = [
    await world.snapshots.before({ text: "first" }),
    await world.snapshots.before({ text: "second" }),
  ];
  world.sh("echo b >a");
  first();
  await world.snapshots.settled();
  world.sh("echo c >c");
  second();
  await world.snapshots.settled();
  expect(await undo(world)).toMatchObject({ kept: [], failed: [] });
  expect(world.files()).toEqual(before);
});
