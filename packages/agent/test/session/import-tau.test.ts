import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { JsonlLog } from "../../src/node/index.ts";
import type { SessionEntry } from "../../src/session/entries.ts";
import { SessionError } from "../../src/session/errors.ts";
import { importTauSession } from "../../src/session/import-tau.ts";
import { rowsOf } from "../../src/session/rows.ts";
import { labelsOf, nameOf, stateOf } from "../../src/session/state.ts";
import { EntryTree } from "../../src/session/tree.ts";
import { checkValid } from "../support/compaction-fixtures.ts";
import { withFolder } from "../support/session-fixtures.ts";

function fixture(name: string): string {
  return readFileSync(new URL(`../support/${name}`, import.meta.url), "utf8");
}

/** What a reader of our format makes of imported entries. */
function treeOf(entries: readonly SessionEntry[]): EntryTree {
  const tree = new EntryTree();
  for (const entry of entries)
    if (!tree.add(entry)) throw new Error(`the parent of ${entry.id} does not come before it`);
  return tree;
}

function texts(entries: readonly SessionEntry[]): unknown[] {
  return rowsOf(treeOf(entries).path()).map(({ message }) =>
    "content" in message ? message.content : message,
  );
}

interface Line {
  readonly type: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

function file(...lines: Line[]): string {
  return lines.map((line) => `${JSON.stringify({ timestamp: 1, ...line })}\n`).join("");
}

function said(id: string, parent?: string): Line {
  const message = { role: "user", content: id, timestamp: 1 };
  return { type: "message", id, ...(parent === undefined ? {} : { parent_id: parent }), message };
}

function summed(id: string, parent: string, fields: object): Line {
  return { type: "compaction", id, parent_id: parent, summary: `sum ${id}`, ...fields };
}

function leaf(id: string, target: string | null): Line {
  return { type: "leaf", id, entry_id: target };
}

describe("a session of Tau", () => {
  it("C9.1 reads: branches, summaries, model, thinking level, label, title, folder, active branch", () => {
    const { entries, cwd, warnings } = importTauSession(fixture("tau-session.jsonl"));
    expect(warnings).toEqual([]);
    expect(cwd).toBe("/home/someone/project");
    expect(nameOf(entries)).toBe("A tour");
    const [labelled] = labelsOf(entries);
    expect(labelled).toEqual(["aaaa0000000000000000000000000009", "start here"]);
    const path = treeOf(entries).path();
    expect(stateOf(path)).toEqual({
      model: { provider: "anthropic", modelId: "m-1" },
      thinkingLevel: "high",
    });
    expect(rowsOf(path).map(({ message }) => message)).toMatchObject([
      { role: "user", content: "Previous conversation summary:\nThere are two files." },
      { role: "assistant", content: [{ text: "Two files." }], usage: { cost: { total: 3 } } },
      { role: "branchSummary", summary: "The user wanted them deleted." },
      { role: "user", content: [{ text: "Keep them, then." }], timestamp: 1_750_000_009_000 },
    ]);
    // The branch that was left is still there.
    expect(JSON.stringify(entries)).toContain("Delete them.");
    expect(entries.find((entry) => entry.type === "custom")).toMatchObject({
      customType: "my.extension",
      data: { count: 1 },
      timestamp: "2025-06-15T15:06:50.000Z",
    });
  });

  it("C9.1 can be written, opened again and gone on with", () =>
    withFolder(async (folder) => {
      const path = join(folder, "s.jsonl");
      const { entries, cwd } = importTauSession(fixture("tau-session.jsonl"));
      const log = await JsonlLog.create(path, entries, { cwd });
      const before = await log.replay();
      expect(before).toHaveLength(4);
      await log.append({ role: "user", content: "on", timestamp: 1 });
      await log.close();
      const again = await JsonlLog.open(path, { readOnly: true });
      expect((await again.replay()).slice(0, -1)).toEqual(before);
      expect(again.header.cwd).toBe("/home/someone/project");
    }));

  it("C9.1 the oldest shape reads too: texts beside calls, results of the role tool, custom messages", () => {
    const { entries } = importTauSession(fixture("tau-session-old.jsonl"));
    const messages = rowsOf(treeOf(entries).path()).map(({ message }) => message);
    checkValid(messages);
    expect(messages).toEqual([
      expect.objectContaining({ role: "user", content: "Read a.ts." }),
      {
        role: "assistant",
        content: [
          { type: "text", text: "I will." },
          { type: "toolCall", id: "c1", name: "read", arguments: { path: "a.ts" } },
        ],
        usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, totalTokens: 10 },
        stopReason: "toolUse",
      },
      {
        role: "toolResult",
        toolCallId: "c1",
        toolName: "read",
        content: [{ type: "text", text: "export {};" }],
        details: { lines: 1 },
        isError: false,
        timestamp: 0,
      },
      expect.objectContaining({
        content: [{ type: "toolCall", id: "c2", name: "read", arguments: { path: "b.ts" } }],
      }),
      expect.objectContaining({
        role: "toolResult",
        content: [{ type: "text", text: "no such file" }],
        isError: true,
      }),
      expect.objectContaining({ role: "custom", customType: "note", content: "by the way" }),
      expect.objectContaining({ content: [{ type: "text", text: "Done." }], stopReason: "stop" }),
    ]);
  });
});

describe("the tree of a session of Tau", () => {
  it("C9.1 without pointers it reads from top to bottom, whatever hangs on what", () => {
    const { entries } = importTauSession(file(said("a"), said("b"), said("c", "a")));
    expect(texts(entries)).toEqual(["a", "b", "c"]);
  });

  it("C9.1 the last pointer names the active branch, also when nothing hangs there, or nothing at all", () => {
    const branches = [said("a"), said("b", "a"), said("c", "a")];
    expect(texts(importTauSession(file(...branches, leaf("l", "b"))).entries)).toEqual(["a", "b"]);
    expect(texts(importTauSession(file(...branches, leaf("l", "c"))).entries)).toEqual(["a", "c"]);
    const empty = importTauSession(file(...branches, leaf("l", "b"), leaf("m", null)));
    expect(texts(empty.entries)).toEqual([]);
    expect(empty.entries).toHaveLength(4);
  });

  it("C9.1 what hangs on a pointer hangs on what it points to; what hangs on nothing is a first entry", () => {
    const { entries, warnings } = importTauSession(
      file(said("a"), leaf("l", "a"), said("b", "l"), said("z", "gone"), leaf("m", "b")),
    );
    expect(texts(entries)).toEqual(["a", "b"]);
    expect(warnings).toEqual([expect.stringContaining("Line 4: entry z hangs on entry gone")]);
  });

  it("C9.1 an entry may stand before the one it hangs on, and circles end", () => {
    const { entries } = importTauSession(file(said("b", "a"), said("a"), leaf("l", "b")));
    expect(texts(entries)).toEqual(["a", "b"]);
    const circle = importTauSession(file(said("a", "b"), said("b", "a"), leaf("l", "a")));
    expect(texts(circle.entries)).toEqual(["b", "a"]);
    expect(circle.warnings).toHaveLength(1);
  });

  it("C9.5 what a summary stands for is not in view, what it does not is: once, twice, for all, for nothing", () => {
    const three = [said("a"), said("b", "a"), said("c", "b")];
    const view = (...lines: Line[]): unknown[] => texts(importTauSession(file(...lines)).entries);
    const sum = (id: string): string => `Previous conversation summary:\nsum ${id}`;
    const first = summed("k", "c", { replaces_entry_ids: ["a"] });
    expect(view(...three, first, said("d", "k"))).toEqual([sum("k"), "b", "c", "d"]);
    const twice = [first, said("d", "k"), summed("l", "d", { replaces_entry_ids: ["k", "b"] })];
    expect(view(...three, ...twice)).toEqual([sum("l"), "c", "d"]);
    const again = [first, said("d", "k"), summed("l", "d", { replaces_entry_ids: ["k"] })];
    expect(view(...three, ...again)).toEqual([sum("l"), "b", "c", "d"]);
    const all = summed("k", "c", { replaces_entry_ids: ["a", "b", "c"] });
    expect(view(...three, all, said("d", "k"))).toEqual([sum("k"), "d"]);
    const named = summed("k", "c", { replaces_entry_ids: [], first_kept_entry_id: "c" });
    expect(view(...three, named)).toEqual([sum("k"), "c"]);
    const none = summed("k", "c", { replaces_entry_ids: ["elsewhere"] });
    expect(view(...three, none)).toEqual(["a", "b", "c", sum("k")]);
  });
});

describe("a damaged session of Tau", () => {
  it("F79 C9.2 a torn last line is left out with a warning; a whole one without its newline counts", () => {
    const torn = importTauSession(`${file(said("a"))}{"type":"mess`);
    expect(texts(torn.entries)).toEqual(["a"]);
    expect(torn.warnings).toEqual([expect.stringContaining("Line 2, the last, was torn")]);
    const whole = importTauSession(file(said("a"), said("b", "a")).trimEnd());
    expect(texts(whole.entries)).toEqual(["a", "b"]);
    expect(whole.warnings).toEqual([]);
  });

  it.each([
    ["no JSON", "{\n", "JSON"],
    ["no object", "[]\n", "must be a JSON object"],
    ["no id", '{"type":"message"}\n', "needs an id"],
    ["a second id", file(said("a")), "the id a is there already"],
    ["no message", file({ type: "message", id: "b" }), "needs a role"],
  ])(
    "C9.2 a line in the middle with %s is never skipped: the error names it",
    (_name, line, text) => {
      let error: unknown;
      try {
        importTauSession(file(said("a")) + line + file(said("c")));
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({ kind: "damaged", line: 2 });
      expect(SessionError.isInstance(error) && error.message).toContain(text);
    },
  );

  it("F82 U+2028 in a text does not end a line; unknown entries stay where they are", () => {
    const odd: Line = { type: "poll", id: "p", parent_id: "a\u2028", question: "why?" };
    const { entries } = importTauSession(
      file(said("a\u2028"), odd, said("b", "p"), leaf("l", "b")),
    );
    expect(texts(entries)).toEqual(["a\u2028", "b"]);
    expect(entries[1]).toMatchObject({ type: "poll", question: "why?" });
  });
});
