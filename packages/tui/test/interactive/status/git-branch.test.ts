import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { gitBranch } from "../../../src/interactive/status/git-branch.ts";

describe("gitBranch", () => {
  let root = "";
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), "tau-branch-"));
  });
  afterAll(() => rm(root, { recursive: true, force: true }));

  async function repository(name: string, head: string): Promise<string> {
    await mkdir(join(root, name, ".git"), { recursive: true });
    await writeFile(join(root, name, ".git/HEAD"), head);
    return join(root, name);
  }

  it("C14 is the branch of the work tree that a folder is in", async () => {
    const top = await repository("plain", "ref: refs/heads/feature/one\n");
    await mkdir(join(top, "a/b"), { recursive: true });
    expect(await gitBranch(join(top, "a/b"))).toBe("feature/one");
  });

  it("C14 is a short id where no branch is, and nothing where git is not or is damaged", async () => {
    expect(await gitBranch(await repository("detached", `${"0123456789".repeat(4)}\n`))).toBe(
      "01234567",
    );
    expect(await gitBranch(await repository("damaged", "?\n"))).toBeUndefined();
    await mkdir(join(root, "none"));
    expect(await gitBranch(join(root, "none"))).toBeUndefined();
  });

  it("C14 follows the file that a linked work tree has for its folder", async () => {
    const main = await repository("main", "ref: refs/heads/main\n");
    await mkdir(join(main, ".git/worktrees/other"), { recursive: true });
    await writeFile(join(main, ".git/worktrees/other/HEAD"), "ref: refs/heads/other\n");
    const other = join(root, "other");
    await mkdir(other);
    await writeFile(join(other, ".git"), "gitdir: ../main/.git/worktrees/other\n");
    expect(await gitBranch(other)).toBe("other");
  });
});
