import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Snapshots } from "@tau-ts/coding";
import { expect, it } from "vitest";
import { makePlace, tau } from "../support/tau.ts";

it(
  "U60 tau undo shows what it would do, does it with --yes, and --redo takes it back",
  { timeout: 30_000 },
  async () => {
    await using place = await makePlace();
    const path = join(place.cwd, "a.txt");
    execFileSync("git", ["init", "-q"], { cwd: place.cwd });
    await writeFile(path, "one\n");
    expect(await tau(["undo"], { place })).toMatchObject({ code: 1, stdout: "" });
    const snapshots = new Snapshots({ cwd: place.cwd, home: place.home });
    snapshots.mark("make it two");
    const finish = await snapshots.before({ text: "bash" });
    await writeFile(path, "two\n");
    finish();
    await snapshots.settled();

    const diff = "change file a.txt\n--- a.txt\n+++ a.txt\n@@ -1,1 +1,1 @@\n-two\n+one\n";
    // Nobody is there to be asked.
    expect(await tau(["undo"], { place })).toMatchObject({ code: 3, stdout: diff });
    expect(await readFile(path, "utf8")).toBe("two\n");
    expect((await tau(["undo", "--list"], { place })).stdout).toMatch(/^1 .*make it two\n$/);
    const done = await tau(["undo", "--yes"], { place });
    expect(done.code).toBe(0);
    expect(done.stdout).toBe(`${diff}1 change was made.\n`);
    expect(await readFile(path, "utf8")).toBe("one\n");
    expect(await tau(["undo", "--redo", "-y"], { place })).toMatchObject({ code: 0 });
    expect(await readFile(path, "utf8")).toBe("two\n");

    await writeFile(path, "three\n");
    const kept = await tau(["undo", "--yes"], { place });
    expect(kept.stdout).toContain("kept: a.txt (changed-since)\n");
    expect(await readFile(path, "utf8")).toBe("three\n");
    expect(await tau(["undo", "--yes", "--overwrite"], { place })).toMatchObject({ code: 0 });
    expect(await readFile(path, "utf8")).toBe("one\n");
  },
);
