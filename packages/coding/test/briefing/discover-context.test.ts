import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, vi } from "vitest";
import { discoverContext } from "../../src/briefing/discover-context.ts";
import { LocalWorkspace } from "../../src/workspace/local-workspace.ts";
import { MemoryWorkspace } from "../../src/workspace/memory-workspace.ts";
import { makeFolder } from "../support/files.ts";

function makeTree(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = makeFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

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
