import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { discoverContext } from "../../src/briefing/discover-context.ts";
import { WorkspaceError } from "../../src/errors.ts";
import { LocalWorkspace } from "../../src/workspace/local-workspace.ts";
import { MemoryWorkspace } from "../../src/workspace/memory-workspace.ts";
import type { FileStat } from "../../src/workspace/file-stat.ts";
import { makeTree } from "../support/tree.ts";

it("C11.2 every AGENTS.md from the repository's top down to the folder, broad to specific", async () => {
  const top = makeTree({
    "AGENTS.md": "outside",
    "repo/.git/HEAD": "",
    "repo/AGENTS.md": "\uFEFFtop",
    "repo/a/other.md": "",
    "repo/a/b/AGENTS.md": "deep",
    "repo/a/b/c/AGENTS.md": "below",
  });
  const cwd = join(top, "repo/a/b");
  expect(await discoverContext(new LocalWorkspace(), cwd)).toEqual([
    { path: join(top, "repo/AGENTS.md"), text: "top" },
    { path: join(cwd, "AGENTS.md"), text: "deep" },
  ]);
});

it("C11.2 a worktree's .git is a file; without a repository only the folder's own file counts", async () => {
  const workspace = new MemoryWorkspace({
    files: {
      "/r/.git": "gitdir: x",
      "/r/AGENTS.md": "r",
      "/p/AGENTS.md": "p",
      "/p/q/AGENTS.md": "q",
    },
  });
  expect(await discoverContext(workspace, "/r/src")).toEqual([{ path: "/r/AGENTS.md", text: "r" }]);
  expect(await discoverContext(workspace, "/p/q")).toEqual([{ path: "/p/q/AGENTS.md", text: "q" }]);
});

it("C11.2 a workspace with a limit is not left", async () => {
  const top = makeTree({ ".git/HEAD": "", "AGENTS.md": "out", "in/AGENTS.md": "in", "in/a/x": "" });
  const workspace = new LocalWorkspace({ root: join(top, "in") });
  expect(await discoverContext(workspace, join(top, "in"))).toEqual([
    { path: join(top, "in/AGENTS.md"), text: "in" },
  ]);
});

it("C11.2 a file that two names lead to comes once", async () => {
  const top = makeTree({ ".git/HEAD": "", "AGENTS.md": "same", "a/x": "" });
  symlinkSync("../AGENTS.md", join(top, "a/AGENTS.md"));
  const found = await discoverContext(new LocalWorkspace(), join(top, "a"));
  expect(found).toEqual([{ path: join(top, "AGENTS.md"), text: "same" }]);
});

it("C11.2 a file that is not UTF-8, or is none, is left out with a warning and the rest stays", async () => {
  const top = makeTree({
    ".git/HEAD": "",
    "AGENTS.md": Buffer.from([0xff]),
    "a/AGENTS.md/x": "",
    "a/b/AGENTS.md": "b",
  });
  const onWarning = vi.fn<(warning: string) => void>();
  const cwd = join(top, "a/b");
  const found = await discoverContext(new LocalWorkspace(), cwd, { onWarning });
  expect(found).toEqual([{ path: join(cwd, "AGENTS.md"), text: "b" }]);
  expect(onWarning.mock.calls.map(([warning]) => warning)).toEqual([
    `${top}/AGENTS.md was left out: it is not UTF-8 text`,
    `${top}/a/AGENTS.md was left out: Could not read ${top}/a/AGENTS.md: it is a folder.`,
  ]);
});

it("6.1 number 14: CLAUDE.md counts where no AGENTS.md stands beside it, and an override beats both", async () => {
  const top = makeTree({
    ".git/HEAD": "",
    "CLAUDE.md": "claude at the top",
    "a/CLAUDE.md": "not this one",
    "a/AGENTS.md": "agents",
    "a/b/AGENTS.md": "nor this one",
    "a/b/AGENTS.override.md": "override",
    "a/b/c/CLAUDE.md": "nor this",
    "a/b/c/AGENTS.md": Buffer.from([0xff]),
  });
  const onWarning = vi.fn();
  const found = await discoverContext(new LocalWorkspace(), join(top, "a/b/c"), { onWarning });
  expect(found.map(({ text }) => text)).toEqual(["claude at the top", "agents", "override"]);
  expect(onWarning).toHaveBeenCalledTimes(1);
});

it("C11.2 global files come first, once each, and are all there is of an untrusted project", async () => {
  const home = makeTree({
    ".tau/AGENTS.md": "tau",
    ".agents/CLAUDE.md": "agents",
    "empty/AGENTS.md": " \n",
  });
  const top = makeTree({ ".git/HEAD": "", "AGENTS.md": "project" });
  symlinkSync(join(home, ".tau/AGENTS.md"), join(home, "AGENTS.md"));
  const globalFolders = [home, join(home, ".tau"), join(home, ".agents"), join(home, "empty")];
  const texts = async (isProjectTrusted: boolean): Promise<string[]> => {
    const options = { globalFolders, isProjectTrusted };
    return (await discoverContext(new LocalWorkspace(), top, options)).map(({ text }) => text);
  };
  expect(await texts(true)).toEqual(["tau", "agents", "project"]);
  expect(await texts(false)).toEqual(["tau", "agents"]);
});

it("C11.2 a file that would never end, or that nobody can have meant, is left out at once", async () => {
  const top = makeTree({
    ".git/HEAD": "",
    "a/AGENTS.md": "x".repeat(128 * 1024 + 1),
    "a/b/AGENTS.md": "b",
  });
  execFileSync("mkfifo", [join(top, "AGENTS.md")]);
  mkdirSync(join(top, "a/b/c"));
  const onWarning = vi.fn();
  const found = await discoverContext(new LocalWorkspace(), join(top, "a/b/c"), { onWarning });
  expect(found).toEqual([{ path: join(top, "a/b/AGENTS.md"), text: "b" }]);
  expect(
    onWarning.mock.calls.map(([warning]) => String(warning).replace(/^.*left out: /, "")),
  ).toEqual([
    `Could not read ${top}/AGENTS.md: it is a fifo, not a file.`,
    "it is longer than 128 KiB",
  ]);
});

it("C11.2 a folder above that may not be looked into ends the way up, and not the session", async () => {
  class Fenced extends MemoryWorkspace {
    override async stat(path: string): Promise<FileStat | undefined> {
      if (path === "/a/.git") throw new WorkspaceError("denied", path, "permission denied");
      return super.stat(path);
    }
  }
  const workspace = new Fenced({ files: { "/a/AGENTS.md": "a", "/a/b/AGENTS.md": "b" } });
  expect(await discoverContext(workspace, "/a/b")).toEqual([{ path: "/a/b/AGENTS.md", text: "b" }]);
});
