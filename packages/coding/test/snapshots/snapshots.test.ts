import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeFolder } from "../support/files.ts";
import { project, scenarios } from "./support/scenarios.ts";
import { beside, makeWorld, undo } from "./support/world.ts";

/** The others take their time in scripts/snapshots-scenarios.ts. */
const quick = new Set([
  "git checkout",
  "git stash",
  "git clean -fd",
  "rm -rf",
  "sed -i and chmod",
  "renames, and kinds that change",
]);

it(
  "U1 everything a command did is taken back and done again exactly",
  { timeout: 30_000 },
  async () => {
    const world = makeWorld(makeFolder(), project);
    const before = world.files();
    for (const [name, script] of scenarios) {
      if (!quick.has(name)) continue;
      world.snapshots.beginRun();
      await world.bash(script);
      const git = world.git();
      expect([name, await undo(world)]).toMatchObject([name, { kept: [], failed: [] }]);
      expect([name, world.files()]).toEqual([name, before]);
      expect([name, world.git()]).toEqual([name, git]);
    }
    await (await world.snapshots.redo())?.apply();
    expect(world.files()).not.toEqual(before);
    expect(world.warnings).toEqual([]);
  },
);

it("U2 a snapshot alone changes nothing in the user's repository and runs none of its hooks", async () => {
  const world = makeWorld(makeFolder(), project);
  const [files, git] = [world.files(), world.git()];
  await world.bash("true");
  expect([world.files(), world.git()]).toEqual([files, git]);
});

it(
  "U3 the diff is shown first, with what is not covered and where HEAD was, from a folder in the project too",
  { timeout: 30_000 },
  async () => {
    const folder = makeFolder();
    const world = makeWorld(
      folder,
      `git init -q -b main .; mkdir sub; echo '*.log' >.gitignore; echo secret >a.log; echo one >a.txt; git add -A; git commit -qm x`,
      { maxFileBytes: 1000, cwd: join(folder, "project", "sub") },
    );
    world.sh("head -c 2000 /dev/zero >big; git init -q inner");
    world.snapshots.beginRun();
    world.snapshots.mark("please change it");
    await world.bash("echo two >a.txt; git checkout -q -b side; git commit -qam y");
    const plan = await world.snapshots.undo();
    expect(plan).toMatchObject({
      direction: "undo",
      text: "please change it",
      changes: [{ path: "a.txt", action: "change", kind: "file" }],
      kept: [],
      notCovered: [
        { path: "a.log", reason: "ignored" },
        { path: "big", reason: "large" },
        { path: "inner", reason: "repository" },
      ],
    });
    expect(plan?.notes.join()).toMatch(/^HEAD was at main \w+ and is at side \w+ now\. Only files/);
    expect(await plan?.diff()).toBe(
      "change file a.txt\n--- a.txt\n+++ a.txt\n@@ -1,1 +1,1 @@\n-two\n+one\n",
    );
    expect(world.sh("cat a.txt")).toBe("two\n");
  },
);

it("U4 what the user changed since is shown and not overwritten unasked", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo a >a; echo b >b; echo c >c");
  await world.bash("echo agent | tee a b c");
  world.sh("echo user >b; echo mine >new");
  const plan = await world.snapshots.undo();
  expect(plan?.changes.map(({ path }) => path)).toEqual(["a", "c"]);
  expect(plan?.kept.map(({ path, reason }) => [path, reason])).toEqual([
    ["b", "changed-since"],
    ["new", "changed-since"],
  ]);
  world.sh("echo meanwhile >c");
  expect(await plan?.apply()).toMatchObject({
    restored: [{ path: "a" }],
    kept: [{ path: "b" }, { path: "c" }, { path: "new" }],
  });
  expect(world.sh("cat a b c new")).toBe("a\nuser\nmeanwhile\nmine\n");
  await (await world.snapshots.undo({ to: { timestamp: 0 } }))?.apply({ overwrite: ["b"] });
  expect(world.sh("cat a b c new")).toBe("a\nb\nmeanwhile\nmine\n");
});

it("U4 an undo that had to leave everything alone can still be done", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo a >a");
  await world.bash("echo agent >a");
  world.sh("echo user >a");
  expect(await undo(world)).toMatchObject({ restored: [], kept: [{ path: "a" }] });
  expect(await world.snapshots.redo()).toBeUndefined();
  await (await world.snapshots.undo())?.apply({ overwrite: true });
  expect(world.sh("cat a")).toBe("a\n");
});

it(
  "U5 any message can be gone back to, and a run without changes is passed over",
  { timeout: 30_000 },
  async () => {
    const world = makeWorld(makeFolder(), "git init -q .; echo 0 >n");
    const states = [world.files()];
    for (const [said, script] of ["echo 1 >n", "true", "echo 3 >n", "rm n; mkdir n"].entries()) {
      world.snapshots.beginRun();
      world.snapshots.mark(script, 100 + said);
      await world.bash(script);
      await world.snapshots.endRun();
      states.push(world.files());
    }
    const points = await world.snapshots.points();
    expect(points.map(({ text }) => text)).toEqual([
      "rm n; mkdir n",
      "echo 3 >n",
      "true",
      "echo 1 >n",
    ]);
    await (await world.snapshots.undo({ to: { timestamp: 102 } }))?.apply();
    expect(world.files()).toEqual(states[2]);
    await undo(world);
    expect(world.files()).toEqual(states[0]);
    expect(await world.snapshots.undo()).toBeUndefined();
    await (await world.snapshots.redo())?.apply();
    expect(world.files()).toEqual(states[2]);
    await (await world.snapshots.redo())?.apply();
    expect(world.files()).toEqual(states[4]);
    expect(await world.snapshots.redo()).toBeUndefined();
    await (await world.snapshots.undo({ to: points[3]?.id ?? "" }))?.apply();
    expect(world.files()).toEqual(states[0]);
    await expect(world.snapshots.undo({ to: "nonsense" })).rejects.toMatchObject({ kind: "input" });
  },
);

it("U5 a run that goes on by itself is one run", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo 0 >n");
  const { snapshots } = world;
  const before = world.files();
  for (const willRetry of [true, false]) {
    await snapshots.observe({ type: "agent_start" });
    await world.bash("echo more >>n");
    await snapshots.observe({ type: "agent_end", messages: [], outcome: "completed", willRetry });
  }
  await undo(world);
  expect(world.files()).toEqual(before);
});

it("U6 what is said during a run is a point too", { timeout: 30_000 }, async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo 0 >n");
  const { snapshots } = world;
  const user = (text: string, timestamp: number): void =>
    void snapshots.observe({
      type: "message_end",
      message: { role: "user", content: text, timestamp },
    });
  await snapshots.observe({ type: "agent_start" });
  user("begin", 1);
  await world.write("n", "1");
  user("steer", 2);
  await world.write("n", "2");
  await snapshots.observe({ type: "agent_end", messages: [], outcome: "completed" });
  await (await snapshots.undo({ to: { timestamp: 2 } }))?.apply();
  expect(readFileSync(join(world.root, "n"), "utf8")).toBe("1");
  await undo(world);
  expect(readFileSync(join(world.root, "n"), "utf8")).toBe("0\n");
});

it("U9 rules that ignore files count as they were", async () => {
  const world = makeWorld(
    makeFolder(),
    "git init -q .; echo kept >old.log; echo '*.tmp' >.gitignore; echo mine >x.tmp",
  );
  const before = world.files();
  await world.bash(
    "echo '*.log' >.gitignore; mkdir out; echo 1 >out/1.log; echo changed >old.log; mkdir none.log",
  );
  await undo(world);
  expect(world.files()).toEqual(before);
});

it("U10 files that no snapshot can hold are not overwritten unasked", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo small >file", { maxFileBytes: 1000 });
  await world.bash("head -c 2000 /dev/zero >file");
  const plan = await world.snapshots.undo();
  expect(plan?.kept).toEqual([
    { path: "file", action: "create", kind: "file", reason: "not-saved" },
  ]);
  expect(await plan?.apply({ overwrite: true })).toMatchObject({ failed: [] });
  expect(world.sh("cat file")).toBe("small\n");
});

it("U11 nothing is written through a link that has taken a folder's place", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; mkdir d; echo a >d/a");
  mkdirSync(beside(world, "outside"));
  await world.bash("rm -rf d; ln -s ../outside d");
  const plan = await world.snapshots.undo();
  world.sh("rm d; mkdir d; echo user >d/a; rm -r d; ln -s ../outside d");
  await plan?.apply();
  expect(world.sh("cat d/a; ls ../outside")).toBe("a\n");
});
