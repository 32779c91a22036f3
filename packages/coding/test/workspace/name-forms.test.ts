import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { editTool } from "../../src/tools/edit.ts";
import { lsTool } from "../../src/tools/ls.ts";
import { readTool } from "../../src/tools/read.ts";
import { writeTool } from "../../src/tools/write.ts";
import { LocalWorkspace } from "../../src/workspace/local-workspace.ts";
import { call } from "../support/call.ts";
import { makeFolder } from "../support/files.ts";

const composed = "caf\u00e9";
const decomposed = "cafe\u0301";

describe("a name that is written in another form", () => {
  it.each([
    ["composed", composed, decomposed],
    ["decomposed", decomposed, composed],
  ])("F68 finds the %s file, by folder and by name", async (_, there, asked) => {
    const cwd = makeFolder();
    mkdirSync(join(cwd, there));
    writeFileSync(join(cwd, there, `${there}.txt`), "one\n");
    const path = `${asked}/${asked}.txt`;
    expect((await call(readTool({ cwd }), { path })).text).toBe("one\n");
    expect((await call(lsTool({ cwd }), { path: asked })).text).toBe(`${there}.txt`);
    await call(editTool({ cwd }), { path, edits: [{ oldText: "one", newText: "two" }] });
    await call(writeTool({ cwd }), { path: `${asked}/new`, content: "" });
    expect(readFileSync(join(cwd, there, `${there}.txt`), "utf8")).toBe("two\n");
    await call(writeTool({ cwd }), { path, content: "three" });
    expect(readdirSync(cwd)).toEqual([there]);
    expect(readdirSync(join(cwd, there)).toSorted()).toEqual([`${there}.txt`, "new"].toSorted());
  });

  it("F68 finds a file with another kind of space", async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, "Screenshot at 9.41\u202fAM.txt"), "x");
    const { text } = await call(readTool({ cwd }), { path: "Screenshot at 9.41 AM.txt" });
    expect(text).toBe("x");
  });

  it("F68 does not come before a name that fits exactly, and a new file is called as it was asked", async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, composed), "composed");
    writeFileSync(join(cwd, decomposed), "decomposed");
    expect((await call(readTool({ cwd }), { path: composed })).text).toBe("composed");
    expect((await call(readTool({ cwd }), { path: decomposed })).text).toBe("decomposed");
    await call(writeTool({ cwd }), { path: "u\u0308", content: "" });
    expect(readdirSync(cwd)).toContain("u\u0308");
  });

  it("F62 two edits at once under both forms are both there", async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, composed), "a\nb\nc\nd\n");
    const workspace = new LocalWorkspace({ cwd });
    const edit = editTool({ workspace });
    const results = await Promise.all(
      ["a", "b", "c", "d"].map((letter, index) =>
        call(edit, {
          path: index % 2 === 0 ? composed : decomposed,
          edits: [{ oldText: letter, newText: letter.toUpperCase() }],
        }),
      ),
    );
    expect(results.filter(({ isError }) => isError)).toEqual([]);
    expect(readFileSync(join(cwd, composed), "utf8")).toBe("A\nB\nC\nD\n");
  });
});
