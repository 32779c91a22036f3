import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { bashTool } from "../../src/tools/bash.ts";
import { editTool } from "../../src/tools/edit.ts";
import { readTool } from "../../src/tools/read.ts";
import { writeTool } from "../../src/tools/write.ts";
import { guard } from "../../src/guard/guard.ts";
import { snapshotTools } from "../../src/snapshots/snapshot-tools.ts";
import { call } from "../support/call.ts";
import { makeFolder } from "../support/files.ts";
import { beside, makeWorld } from "./support/world.ts";
import type { World } from "./support/world.ts";

/** The tools of a world, by name. */
function toolsOf(world: World, isReadOnly?: (command: string) => boolean) {
  const cwd = world.root;
  const made = [bashTool({ cwd }), writeTool({ cwd }), editTool({ cwd }), readTool({ cwd })];
  const [bash, write, edit, read] = snapshotTools(made, world.snapshots, { cwd, isReadOnly });
  if (!bash || !write || !edit || !read) throw new Error("a tool is missing");
  return { bash, write, edit, read };
}

/** How many snapshots there are. */
function states({ home }: World): number {
  const folder = join(home, "snapshots");
  if (!existsSync(folder)) return 0;
  const [place = ""] = readdirSync(folder);
  const text = readFileSync(join(folder, place, "journal.jsonl"), "utf8");
  return text.split('"type":"state"').length - 1;
}

it("U20 a file that a tool finds under another form of its name is brought back", async () => {
  const world = makeWorld(makeFolder(), "printf one >caf\u00e9");
  const { write } = toolsOf(world);
  const before = world.files();
  await call(write, { path: "cafe\u0301", content: "two" });
  await world.snapshots.settled();
  expect(readFileSync(join(world.root, "caf\u00e9"), "utf8")).toBe("two");
  const plan = await world.snapshots.undo();
  expect(await plan?.apply()).toMatchObject({ kept: [], failed: [] });
  expect(world.files()).toEqual(before);
});

it("U20 outside git the files that tools touch are brought back, and what is covered is said", async () => {
  const world = makeWorld(makeFolder(), "echo a >a; chmod 600 a; echo untouched >b");
  const { bash, write, edit } = toolsOf(world);
  const before = world.files();
  await call(edit, { path: "a", edits: [{ oldText: "a", newText: "b" }] });
  await call(write, { path: "new/deep/c", content: "c" });
  await call(bash, { command: "echo more >>a; rm new/deep/c" });
  await call(write, { path: "new/deep/d", content: "d" });
  await world.snapshots.settled();
  const after = world.files();
  const plan = await world.snapshots.undo();
  expect(plan?.notes).toEqual([
    "Outside git, only the files that write and edit have touched are covered.",
  ]);
  expect(await plan?.apply()).toMatchObject({ kept: [], failed: [] });
  expect(world.files()).toEqual(before);
  await (await world.snapshots.redo())?.apply();
  expect(world.files()).toEqual(after);
});

it("U21 outside git, too, the user's changes are not overwritten unasked", async () => {
  const world = makeWorld(makeFolder(), "echo a >a; echo b >b");
  await world.write("a", "agent");
  await world.write("b", "agent");
  world.sh("echo user >b");
  const plan = await world.snapshots.undo();
  expect(plan?.kept).toMatchObject([{ path: "b", reason: "changed-since" }]);
  await plan?.apply();
  expect(world.sh("cat a b")).toBe("a\nuser\n");
});

it("U22 in git, files elsewhere and ignored ones are brought back when a tool has touched them", async () => {
  const world = makeWorld(
    makeFolder(),
    "git init -q .; echo '.env' >.gitignore; echo KEY=1 >.env; echo out >../elsewhere",
  );
  const { write } = toolsOf(world);
  await call(write, { path: ".env", content: "KEY=2" });
  await call(write, { path: "../elsewhere", content: "changed" });
  await call(write, { path: "a", content: "a" });
  await world.snapshots.settled();
  expect(await (await world.snapshots.undo())?.apply()).toMatchObject({ kept: [], failed: [] });
  expect(world.sh("cat .env; ls")).toBe("KEY=1\n");
  expect(readFileSync(beside(world, "elsewhere"), "utf8")).toBe("out\n");
});

it("U23 reading takes no snapshot; write and edit one a run; bash one before and one after", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo a >a");
  const { bash, write, edit, read } = toolsOf(world, (command) => command === "cat a");
  await call(read, { path: "a" });
  await call(bash, { command: "cat a" });
  expect(states(world)).toBe(0);
  await call(write, { path: "a", content: "b" });
  await call(edit, { path: "a", edits: [{ oldText: "b", newText: "c" }] });
  await world.snapshots.settled();
  expect(states(world)).toBe(1);
  await call(bash, { command: "rm a" });
  await world.snapshots.settled();
  expect(states(world)).toBe(3);
});

it("U24 what a guard refuses takes no snapshot, and what a tool throws passes through", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; echo a >a");
  const { write, edit } = toolsOf(world);
  const refused = await call(
    guard(write, () => "no"),
    { path: "a", content: "b" },
  );
  expect([refused.isError, states(world)]).toEqual([true, 0]);
  expect(await call(edit, { path: "a", edits: [{ oldText: "x", newText: "y" }] })).toMatchObject({
    isError: true,
  });
  await world.snapshots.settled();
  expect(await world.snapshots.undo()).toBeUndefined();
});
