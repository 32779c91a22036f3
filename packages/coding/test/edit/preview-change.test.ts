import { describe, expect, it } from "vitest";
import { MemoryWorkspace, previewChange } from "@tau-ts/coding";
import type { ChangePreview } from "@tau-ts/coding";

const before = "one\ntwo\nthree\n";

async function preview(tool: string, args: object): Promise<ChangePreview | undefined> {
  const workspace = new MemoryWorkspace({ files: { "/work/a.txt": before }, cwd: "/work" });
  const given: Parameters<typeof previewChange>[1] = JSON.parse(JSON.stringify(args));
  return previewChange(tool, given, { cwd: "/work", workspace });
}

const edit = (oldText: string): object => ({
  path: "a.txt",
  edits: [{ oldText, newText: "2" }],
});

describe("previewChange", () => {
  it("C12.4 an edit is shown as the diff of the file as it is now", async () => {
    const found = await preview("edit", edit("two"));
    expect(found).toMatchObject({ kind: "diff" });
    expect(found).toHaveProperty("diff", expect.stringContaining("-two\n+2\n"));
  });

  it("C12.4 a write is compared with what the file holds, and a new file is all additions", async () => {
    const changed = await preview("write", { path: "a.txt", content: "one\n2\nthree\n" });
    expect(changed).toHaveProperty("diff", expect.stringContaining("-two\n+2\n"));
    const made = await preview("write", { path: "b.txt", content: "new\n" });
    expect(made).toHaveProperty("diff", expect.stringContaining("+new\n"));
    expect(await preview("write", { path: "a.txt", content: before })).toEqual({
      kind: "diff",
      diff: "",
    });
  });

  it("C12.4 a write to a file under another form of its name is compared with that file", async () => {
    const workspace = new MemoryWorkspace({
      cwd: "/work",
      files: { "/work/a\u202fb.txt": "one\n" },
    });
    const args = { path: "a b.txt", content: "two\n" };
    expect(await previewChange("write", args, { cwd: "/work", workspace })).toHaveProperty(
      "diff",
      expect.stringContaining("-one\n+two\n"),
    );
  });

  it("C12.4 an edit that would fail is shown as what it would say", async () => {
    expect(await preview("edit", edit("nowhere"))).toMatchObject({
      kind: "problem",
      problem: expect.stringContaining("oldText is not in the file"),
    });
    expect(await preview("edit", { ...edit("two"), path: "gone.txt" })).toMatchObject({
      kind: "problem",
      problem: expect.stringContaining("File not found"),
    });
    expect(await preview("write", { path: "/work", content: "" })).toMatchObject({
      kind: "problem",
    });
  });

  it("C12.4 other tools and arguments that make no sense have no preview", async () => {
    expect(await preview("bash", { command: "ls" })).toBeUndefined();
    expect(await preview("edit", { path: "a.txt", edits: ["x"] })).toBeUndefined();
    expect(await preview("write", { path: 1, content: "" })).toBeUndefined();
  });
});
