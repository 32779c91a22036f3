import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { LocalWorkspace, MemoryWorkspace } from "@tau-ts/coding";
import type { Workspace } from "@tau-ts/coding";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Completer } from "../../../src/interactive/completion/completer.ts";
import type { CompletionItem } from "../../../src/interactive/completion/completion-menu.ts";
import { completionRequest } from "../../../src/interactive/completion/completion-request.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "tau-completion-"));
  const files = {
    ".gitignore": "build/\n*.log\n",
    "src/editor-state.ts": "",
    "src/two words.md": "",
    "src/deep/.gitignore": "secret.ts\n",
    "src/deep/secret.ts": "",
    "src/deep/view.ts": "",
    "build/editor-state.ts": "",
    "debug.log": "",
    "README.md": "",
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await promisify(execFile)("git", ["init", "-q"], { cwd: folder });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Driven {
  readonly completer: Completer;
  readonly answers: (readonly string[])[];
  readonly warnings: string[];
  ask(text: string): void;
  answer(text: string): Promise<readonly string[] | undefined>;
}

function completerOf(workspace: Workspace, nowMs: () => number = () => 0): Driven {
  const answers: (readonly string[])[] = [];
  const warnings: string[] = [];
  const completer = new Completer({
    workspace,
    nowMs,
    commands: () => [
      { name: "model", help: "Choose", arguments: [{ value: "sonnet" }, { value: "opus" }] },
      { name: "mode", help: "Choose" },
      { name: "skill:review", argument: "WHAT" },
    ],
    deliver: (_request, items: readonly CompletionItem[]) => {
      answers.push(items.map(({ insert }) => insert));
    },
    onWarning: (text) => warnings.push(text),
  });
  const ask = (text: string): void => completer.follow(completionRequest(text, text.length));
  return {
    completer,
    answers,
    warnings,
    ask,
    answer: async (text) => {
      const before = answers.length;
      ask(text);
      await expect.poll(() => answers.length, { timeout: 10_000 }).toBe(before + 1);
      return answers.at(-1);
    },
  };
}

const ways: [string, () => Workspace][] = [
  ["ripgrep", () => new LocalWorkspace({ cwd: folder })],
  ["walking", () => new LocalWorkspace({ cwd: folder, ripgrep: false })],
];

describe.each(ways)("files behind @, by %s", (_name, workspace) => {
  it("are found fuzzily, without what .gitignore leaves out", async () => {
    const { answer } = completerOf(workspace());
    expect(await answer("see @edst")).toStrictEqual(["@src/editor-state.ts"]);
    expect(await answer("see @secret")).toStrictEqual([]);
    expect(await answer("see @log")).toStrictEqual([]);
    expect(await answer("see @deep")).toContain("@src/deep/");
    expect(await answer("see @words")).toStrictEqual(['@"src/two words.md"']);
  });

  it("begin with the names of the working directory", async () => {
    const { answer } = completerOf(workspace());
    expect(await answer("@")).toStrictEqual(["@.gitignore", "@README.md", "@src/"]);
  });

  it("are offered in a folder that the repository around it leaves out", async () => {
    const cwd = join(folder, "build");
    const inside = workspace().candidates
      ? new LocalWorkspace({
          cwd,
          ripgrep: workspace() instanceof LocalWorkspace ? undefined : false,
        })
      : workspace();
    expect(await completerOf(inside).answer("@edst")).toStrictEqual(["@editor-state.ts"]);
  });
});

describe("files", () => {
  it("outside the working directory are listed folder by folder", async () => {
    await symlink(join(folder, "src/deep"), join(folder, "link"));
    const { answer } = completerOf(new LocalWorkspace({ cwd: join(folder, "src"), home: folder }));
    expect(await answer("@../REA")).toStrictEqual(["@../README.md"]);
    expect(await answer("@~/l")).toStrictEqual(["@~/link/"]);
    expect(await answer(`@${folder}/src/dee`)).toStrictEqual([`@${folder}/src/deep/`]);
    expect(await answer("@../missing/x")).toStrictEqual([]);
  });

  it("are looked for anew for the next word, when some time has passed", async () => {
    let now = 0;
    const { answer, ask } = completerOf(new LocalWorkspace({ cwd: folder }), () => now);
    expect(await answer("@fresh")).toStrictEqual([]);
    await writeFile(join(folder, "fresh.ts"), "");
    ask("none");
    expect(await answer("@fresh")).toStrictEqual([]);
    now = 6_000;
    ask("none");
    expect(await answer("@fresh")).toStrictEqual(["@fresh.ts"]);
  });

  it("of a memory workspace are found as well", async () => {
    const workspace = new MemoryWorkspace({ files: { "/a/b.ts": "" }, cwd: "/" });
    expect(await completerOf(workspace).answer("@b")).toStrictEqual(["@a/b.ts"]);
  });
});

describe("paths behind !", () => {
  it("begin with what is typed, as words of a command line", async () => {
    const { answer } = completerOf(new LocalWorkspace({ cwd: folder }));
    expect(await answer("!cat src/t")).toStrictEqual(["src/two\\ words.md"]);
    expect(await answer("!ls bu")).toStrictEqual(["build/"]);
    expect(await answer("!ls .g")).toStrictEqual([".git/", ".gitignore"]);
    expect(await answer("!ls ")).not.toContain(".git/");
  });
});

describe("commands", () => {
  it("are there before the next key", () => {
    const { ask, answers } = completerOf(new LocalWorkspace({ cwd: folder }));
    ask("/mode");
    ask("/rev");
    ask("/model o");
    ask("/mode o");
    expect(answers).toStrictEqual([["/mode", "/model"], ["/skill:review"], ["opus", "sonnet"], []]);
  });
});

describe("giving up", () => {
  /** A workspace whose list of files never comes. */
  function stuck(): { readonly workspace: Workspace; readonly signals: AbortSignal[] } {
    const signals: AbortSignal[] = [];
    const workspace = new LocalWorkspace({ cwd: folder });
    workspace.candidates = (_search, signal) => {
      signals.push(signal);
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      });
    };
    return { workspace, signals };
  }

  it("stops the search when the word is left or the editor closed, and delivers nothing then", async () => {
    const { workspace, signals } = stuck();
    const { ask, answers, warnings, completer } = completerOf(workspace);
    ask("@a");
    await expect.poll(() => signals.length).toBe(1);
    ask("@ab");
    expect(signals[0]?.aborted).toBe(false);
    ask("@ab ");
    expect(signals[0]?.aborted).toBe(true);
    ask("@c");
    await expect.poll(() => signals.length).toBe(2);
    completer.close();
    expect(signals[1]?.aborted).toBe(true);
    await new Promise((resolve) => setImmediate(resolve));
    expect(answers).toStrictEqual([]);
    expect(warnings).toStrictEqual([]);
  });

  it("says why when files cannot be listed", async () => {
    const { answer, warnings } = completerOf(new LocalWorkspace({ cwd: join(folder, "gone") }));
    expect(await answer("@a")).toStrictEqual([]);
    expect(warnings[0]).toContain("Files could not be listed");
  });
});
