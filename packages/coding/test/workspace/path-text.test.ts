import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LocalWorkspace } from "../../src/workspace/local-workspace.ts";
import { readTool } from "../../src/tools/read.ts";
import { writeTool } from "../../src/tools/write.ts";
import { call } from "../support/call.ts";
import { makeFolder } from "../support/files.ts";

describe("path forms", () => {
  it("F68 ~ is the home folder, and only at the start", () => {
    const workspace = new LocalWorkspace({ cwd: "/w", home: "/home/me" });
    expect(workspace.resolve("~")).toBe("/home/me");
    expect(workspace.resolve("~/x")).toBe("/home/me/x");
    expect(workspace.resolve("a/~/x")).toBe("/w/a/~/x");
    expect(workspace.resolve("~you/x")).toBe("/w/~you/x");
  });

  it("F68 spaces are kept, also at the end, and dots are resolved", async () => {
    const cwd = makeFolder();
    await call(writeTool({ cwd }), { path: "a b/ü.txt", content: "1" });
    await call(writeTool({ cwd }), { path: "./a/../end ", content: "2" });
    expect(readFileSync(join(cwd, "a b/ü.txt"), "utf8")).toBe("1");
    expect(readFileSync(join(cwd, "end "), "utf8")).toBe("2");
    expect(existsSync(join(cwd, "end"))).toBe(false);
  });

  it("F68 a NUL and an empty path are refused with a reason", async () => {
    const cwd = makeFolder();
    const nul = await call(readTool({ cwd }), { path: "a\0b" });
    expect(nul).toMatchObject({
      isError: true,
      text: String.raw`Could not use the path "a\u0000b": it contains a NUL character. Leave that out.`,
    });
    expect(await call(writeTool({ cwd }), { path: "", content: "" })).toMatchObject({
      isError: true,
      text: "Could not use the path: it is empty. Name a file or folder.",
    });
  });
});

describe("a workspace with a limit", () => {
  function makeLimited(): { readonly folder: string; readonly workspace: LocalWorkspace } {
    const folder = makeFolder();
    mkdirSync(join(folder, "proj"));
    mkdirSync(join(folder, "proj-secret"));
    writeFileSync(join(folder, "proj-secret/f"), "secret");
    symlinkSync("../proj-secret", join(folder, "proj/link"));
    const cwd = join(folder, "proj");
    return { folder, workspace: new LocalWorkspace({ cwd, root: "." }) };
  }

  it.each(["../proj-secret/f", "link/f", "link/not-yet/there", "/etc/hostname", ".."])(
    "F68 refuses %s",
    async (path) => {
      const { folder, workspace } = makeLimited();
      const read = await call(readTool({ workspace }), { path });
      const written = await call(writeTool({ workspace }), { path, content: "changed" });
      for (const { isError, text } of [read, written]) {
        expect(isError).toBe(true);
        expect(text).toMatch(/is outside the workspace .*\/proj\. Use a path inside it\.$/);
      }
      expect(existsSync(join(folder, "proj-secret/not-yet"))).toBe(false);
      expect(readFileSync(join(folder, "proj-secret/f"), "utf8")).toBe("secret");
    },
  );

  it("F68 allows what is inside, names that begin with dots too", async () => {
    const { workspace } = makeLimited();
    const { isError } = await call(writeTool({ workspace }), { path: "..a/b", content: "" });
    expect(isError).toBe(false);
  });
});
