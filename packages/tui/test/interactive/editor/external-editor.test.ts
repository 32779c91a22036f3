import { mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  editExternally,
  editorCommand,
  savedText,
} from "../../../src/interactive/editor/external-editor.ts";
import type { ExternalEdit } from "../../../src/interactive/editor/external-editor.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tau-editor-test-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** An editor that is a script for Node: it is given the path of the file. */
async function script(source: string, name: string = "editor script.cjs"): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `const fs = require("node:fs"); const file = process.argv[2];\n${source}`);
  return `'${process.execPath}' '${path}'`;
}

async function edit(
  editor: string,
  text: string,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ readonly result: ExternalEdit; readonly steps: readonly string[] }> {
  const steps: string[] = [];
  const result = await editExternally({
    text,
    environment: { ...process.env, VISUAL: editor, EDITOR: "false" },
    whileSuspended: async (task) => {
      steps.push("suspended");
      try {
        return await task();
      } finally {
        steps.push("resumed");
      }
    },
    signal,
    temporaryFolder: folder,
  });
  return { result, steps };
}

describe("the person's own editor", () => {
  it("gets the text in a file that only they can read, and its answer comes back", async () => {
    const log = join(folder, "log");
    const editor = await script(`
      fs.writeFileSync(${JSON.stringify(log)}, (fs.statSync(file).mode & 0o777).toString(8) + file);
      fs.writeFileSync(file, fs.readFileSync(file, "utf8").toUpperCase() + "\\n");`);
    const { result, steps } = await edit(editor, "some\ntext");
    expect(result).toStrictEqual({ kind: "edited", text: "SOME\nTEXT" });
    expect(steps).toStrictEqual(["suspended", "resumed"]);
    const path = (await readFile(log, "utf8")).slice(3);
    expect(await readFile(log, "utf8")).toMatch(/^600.*prompt\.md$/);
    await expect(stat(path)).rejects.toThrow("ENOENT");
    expect((await readdir(folder)).filter((name) => name.startsWith("tau-prompt-"))).toStrictEqual(
      [],
    );
  });

  it.each([
    ["(exit 3) #", "ended with code 3"],
    ["there-is-no-such-editor", "was not found"],
    ["kill -TERM $$ #", "was ended by SIGTERM"],
  ])("keeps the text when %s: the reason says what to do", async (editor, reason) => {
    const { result, steps } = await edit(editor, "text");
    expect(result.kind).toBe("failed");
    expect(result.kind === "failed" && result.problem).toContain(reason);
    expect(result.kind === "failed" && result.problem).toContain("Set VISUAL or EDITOR");
    expect(steps.at(-1)).toBe("resumed");
  });

  it("is ended when the application has to end", async () => {
    const ready = join(folder, "ready");
    const editor = await script(
      `fs.writeFileSync(${JSON.stringify(ready)}, String(process.pid)); setInterval(() => {}, 1000);`,
      "editor.cjs",
    );
    const abort = new AbortController();
    const editing = edit(editor.replaceAll("'", ""), "text", abort.signal);
    const pidOf = (): Promise<number> => readFile(ready, "utf8").then(Number, () => 0);
    await expect.poll(pidOf, { timeout: 10_000 }).toBeGreaterThan(0);
    const pid = await pidOf();
    abort.abort();
    expect((await editing).result.kind).toBe("failed");
    expect(() => process.kill(pid, 0)).toThrow("ESRCH");
  });

  it("says so when the file cannot be made", async () => {
    const result = await editExternally({
      text: "text",
      environment: {},
      whileSuspended: (task) => task(),
      signal: new AbortController().signal,
      temporaryFolder: join(folder, "missing"),
    });
    expect(result.kind).toBe("failed");
  });
});

describe("what it is and what it saved", () => {
  it("is VISUAL, else EDITOR, else vi", () => {
    expect(editorCommand({ VISUAL: "code --wait", EDITOR: "nano" }, "linux")).toBe("code --wait");
    expect(editorCommand({ VISUAL: " ", EDITOR: "nano" }, "linux")).toBe("nano");
    expect(editorCommand({}, "linux")).toBe("vi");
    expect(editorCommand({}, "win32")).toBe("notepad");
  });

  it("takes off what editors add", () => {
    expect(savedText("a", "\uFEFFa\r\nb\n")).toBe("a\nb");
    expect(savedText("a\n", "a\n")).toBe("a\n");
    expect(savedText("a", "a\n\n")).toBe("a\n");
  });
});
