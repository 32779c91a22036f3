import { expect, it } from "vitest";
import { editTool } from "../../src/tools/edit.ts";
import { grepTool } from "../../src/tools/grep.ts";
import { lsTool } from "../../src/tools/ls.ts";
import { readTool } from "../../src/tools/read.ts";
import { writeTool } from "../../src/tools/write.ts";
import { MemoryWorkspace } from "../../src/workspace/memory-workspace.ts";
import { readAll } from "../../src/workspace/workspace.ts";
import { call } from "../support/call.ts";

it("C2.1 every file tool works on files in memory", async () => {
  const workspace = new MemoryWorkspace({ files: { "src/a.ts": "one\ntwo\n" } });
  await call(writeTool({ workspace }), { path: "src/deep/b.ts", content: "two" });
  await call(editTool({ workspace }), {
    path: "src/a.ts",
    edits: [{ oldText: "one", newText: "1" }],
  });
  expect((await call(readTool({ workspace }), { path: "src/a.ts" })).text).toBe("1\ntwo\n");
  expect((await call(lsTool({ workspace }), { path: "src" })).text).toBe("a.ts\ndeep/");
  expect((await call(grepTool({ workspace }), { pattern: "two" })).text).toBe(
    "src/a.ts:2: two\nsrc/deep/b.ts:1: two",
  );
});

it("F70 refuses what a disk would refuse", async () => {
  const workspace = new MemoryWorkspace({ files: { "/w/f": "x" }, cwd: "/w" });
  const bytes = Buffer.from("");
  await expect(workspace.write("/w/f/x", bytes)).rejects.toMatchObject({ kind: "not-directory" });
  await expect(workspace.write("/w", bytes)).rejects.toMatchObject({ kind: "is-directory" });
  await expect(readAll(workspace, "/w")).rejects.toMatchObject({ kind: "is-directory" });
  await expect(readAll(workspace, "/w/none")).rejects.toMatchObject({ kind: "not-found" });
  await expect(workspace.list("/w/f")).rejects.toMatchObject({ kind: "not-directory" });
  expect(() => workspace.resolve("a\0")).toThrow("NUL");
});

it("F64 what was handed in or out is a copy", async () => {
  const workspace = new MemoryWorkspace({ now: () => 7 });
  const bytes = Buffer.from("abc");
  await workspace.write("/f", bytes);
  bytes.write("x");
  const read = await readAll(workspace, "/f");
  read.fill(0);
  expect(Buffer.from(await readAll(workspace, "/f")).toString()).toBe("abc");
  expect(await workspace.stat("/f")).toEqual({ kind: "file", size: 3, modifiedMs: 7 });
});
