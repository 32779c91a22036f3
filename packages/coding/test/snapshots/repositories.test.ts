import { describe, expect, it } from "vitest";
import { Snapshots } from "../../src/snapshots/snapshots.ts";
import { makeFolder } from "../support/files.ts";
import { makeWorld, undo } from "./support/world.ts";

describe("U7 it works in", () => {
  const change = "echo agent >a.txt; rm -rf d; git clean -qfdx 2>/dev/null || true";
  it.each([
    [
      "a linked work tree",
      "git init -q .; echo a >a.txt; git add -A; git commit -qm x; git worktree add -q ../linked",
      { root: "linked" },
    ],
    [
      "a work tree of a bare repository",
      `git init -q --bare ../bare; cd ../bare; tree=$(git hash-object -w -t tree /dev/null)
      git update-ref HEAD "$(git commit-tree -m x "$tree")"; git worktree add -q ../linked; cd ../linked; echo a >a.txt; mkdir d; echo b >d/b`,
      { root: "linked" },
    ],
    [
      "a work tree whose git directory is elsewhere, without commits",
      "git init -q --separate-git-dir ../elsewhere .; mkdir d; echo a >a.txt; echo b >d/b; git add a.txt",
      {},
    ],
    ["a repository without commits", "git init -q .; mkdir -p d; echo a >a.txt; echo b >d/b", {}],
    [
      "core.autocrlf and filters",
      `git init -q .; git config core.autocrlf true; git config filter.x.clean 'sed s/b/c/'; git config filter.x.smudge 'sed s/c/d/'
      printf '* filter=x text eol=crlf\\n' >.gitattributes; printf 'a\\nb\\r\\nabc' >a.txt; git add -A 2>/dev/null; git commit -qm x`,
      {},
    ],
    [
      "a locked index",
      "git init -q .; echo a >a.txt; git add -A; git commit -qm x; echo b >b; touch .git/index.lock",
      {},
    ],
    [
      "submodules, which are named",
      `git init -q ../other; git -C ../other commit -q --allow-empty -m x; git init -q .
      git -c protocol.file.allow=always submodule --quiet add ../other sub; git commit -qm x; echo a >a.txt`,
      {},
    ],
  ])("%s", { timeout: 30_000 }, async (_, script, options) => {
    const world = makeWorld(makeFolder(), script, options);
    const [before, git] = [world.files(), world.git()];
    await world.bash(change);
    const after = world.files();
    const plan = await world.snapshots.undo();
    await plan?.apply();
    expect([world.files(), world.git()]).toEqual([before, git]);
    await (await world.snapshots.redo())?.apply();
    expect([world.files(), world.git()]).toEqual([after, git]);
    expect(world.warnings).toEqual([]);
    if (script.includes("submodule"))
      expect(plan?.notCovered).toEqual([{ path: "sub", reason: "repository" }]);
  });
});

it("U8 even the loss of the whole project, its .git and all, is taken back as far as it was covered", async () => {
  const world = makeWorld(makeFolder(), "git init -q .; mkdir d; echo a >a.txt; echo b >d/b");
  const before = world.files();
  await world.bash('rm -rf "$PWD"');
  await undo(world);
  expect(world.files()).toEqual(before);
});

it("U19 a repository that names a foreign folder as its work tree, or a program to ask, is not believed", async () => {
  const folder = makeFolder();
  const world = makeWorld(
    folder,
    `git init -q .; echo a >a; git config core.worktree "$(dirname "$PWD")"; git config core.fsmonitor 'touch ran; false'; echo other >../other`,
  );
  await world.bash("echo b >../other");
  expect(await world.snapshots.undo()).toBeUndefined();
  world.sh("git config --unset core.worktree");
  const again = new Snapshots({ cwd: world.root, home: world.home });
  (await again.before({ text: "bash" }))();
  await again.settled();
  expect(Object.keys(world.files())).toEqual(["a"]);
});

it("U8 in a bare repository itself the files that tools touch are covered", async () => {
  const world = makeWorld(makeFolder(), "git init -q --bare .");
  const before = world.files();
  await world.write("notes", "agent");
  await world.bash("echo more >>notes");
  await undo(world);
  expect(world.files()).toEqual(before);
  expect(world.warnings).toEqual([]);
});
