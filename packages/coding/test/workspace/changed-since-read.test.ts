import { readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { editTool } from "../../src/tools/edit.ts";
import { readTool } from "../../src/tools/read.ts";
import { writeTool } from "../../src/tools/write.ts";
import { LocalWorkspace } from "../../src/workspace/local-workspace.ts";
import { MemoryWorkspace } from "../../src/workspace/memory-workspace.ts";
import { ReadRecord } from "../../src/workspace/read-record.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { call } from "../support/call.ts";
import type { Called } from "../support/call.ts";
import { makeFolder } from "../support/files.ts";

interface Hands {
  read(): Promise<Called>;
  write(content: string): Promise<Called>;
  edit(oldText: string, newText: string): Promise<Called>;
}

function makeHands(workspace: Workspace, reads?: ReadRecord): Hands {
  const options = { workspace, reads };
  const path = "f";
  return {
    read: () => call(readTool(options), { path }),
    write: (content) => call(writeTool(options), { path, content }),
    edit: (oldText, newText) => call(editTool(options), { path, edits: [{ oldText, newText }] }),
  };
}

const hint = (action: string): string =>
  `Could not ${action} f: it has changed since it was last read. Read it again, then ${action} what is there now.`;

describe("a file that somebody else changed since it was read", () => {
  it("C2.2 is refused by edit and write, untouched, until it is read again", async () => {
    const cwd = makeFolder();
    const { read, write, edit } = makeHands(new LocalWorkspace({ cwd }));
    writeFileSync(join(cwd, "f"), "one\n");
    await read();
    writeFileSync(join(cwd, "f"), "one, changed\n");
    expect(await edit("one", "two")).toMatchObject({ isError: true, text: hint("edit") });
    expect(await write("all new")).toMatchObject({ isError: true, text: hint("write") });
    expect(readFileSync(join(cwd, "f"), "utf8")).toBe("one, changed\n");
    await read();
    expect((await edit("one", "two")).isError).toBe(false);
    expect(readFileSync(join(cwd, "f"), "utf8")).toBe("two, changed\n");
  });

  it("C2.2 is also told after the agent's own writing, which itself is no change by others", async () => {
    const cwd = makeFolder();
    const { write, edit } = makeHands(new LocalWorkspace({ cwd }));
    await write("one\n");
    expect((await edit("one", "two")).isError).toBe(false);
    expect((await edit("two", "three")).isError).toBe(false);
    expect((await write("four\n")).isError).toBe(false);
    writeFileSync(join(cwd, "f"), "formatted four\n");
    expect((await edit("four", "five")).text).toBe(hint("edit"));
  });

  it("C2.2 was never read, or is gone: then there is nothing to have changed", async () => {
    const cwd = makeFolder();
    const { read, write, edit } = makeHands(new LocalWorkspace({ cwd }));
    writeFileSync(join(cwd, "f"), "one\n");
    expect((await edit("one", "two")).isError).toBe(false);
    await read();
    unlinkSync(join(cwd, "f"));
    expect((await write("new")).isError).toBe(false);
  });

  it("C2.2 may have been changed by another agent, if each keeps a record of its own", async () => {
    let now = 0;
    const workspace = new MemoryWorkspace({ files: { f: "one\n" }, now: () => now++ });
    const first = makeHands(workspace, new ReadRecord());
    const second = makeHands(workspace, new ReadRecord());
    await first.read();
    await second.read();
    expect((await second.edit("one", "1")).isError).toBe(false);
    expect((await first.edit("1", "one")).text).toBe(hint("edit"));
  });
});
