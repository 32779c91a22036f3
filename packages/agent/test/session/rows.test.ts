import { describe, expect, it } from "vitest";
import type { SessionEntry } from "../../src/session/entries.ts";
import { assertEntry } from "../../src/session/entry-shape.ts";
import { rowsOf } from "../../src/session/rows.ts";
import { labelsOf, nameOf, stateOf } from "../../src/session/state.ts";
import { EntryTree } from "../../src/session/tree.ts";
import { assistant, toolResult, user } from "../support/session-fixtures.ts";

const timestamp = "2025-01-01T00:00:00.000Z";
const milliseconds = Date.parse(timestamp);

type Fields = Record<string, unknown> & { id: string; type: string };

function entryOf(tree: EntryTree, fields: Fields): SessionEntry {
  const entry: unknown = { parentId: tree.leafId, timestamp, ...fields };
  assertEntry(entry);
  return entry;
}

/** A path out of entries whose ids are given and whose parents follow. */
function pathOf(
  ...entries: (Record<string, unknown> & { id: string; type: string })[]
): SessionEntry[] {
  const tree = new EntryTree();
  for (const entry of entries) tree.add(entryOf(tree, entry));
  return tree.path();
}

function message(id: string): Fields {
  return { id, type: "message", message: user(id) };
}

function compaction(id: string, firstKeptEntryId: string): Fields {
  return { id, type: "compaction", summary: `sum ${id}`, firstKeptEntryId, tokensBefore: 0 };
}

function read(path: SessionEntry[]): [string, unknown][] {
  return rowsOf(path).map(({ id, message: found }) => [
    id,
    "content" in found ? found.content : found,
  ]);
}

const summary = (id: string): [string, string] => [id, `Previous conversation summary:\nsum ${id}`];

describe("compaction", () => {
  it("C9.5 entries before the first kept one read as one user message; nothing is deleted", () => {
    const path = pathOf(
      message("a"),
      message("b"),
      message("c"),
      compaction("k", "b"),
      message("d"),
    );
    expect(read(path)).toEqual([summary("k"), ["b", "b"], ["c", "c"], ["d", "d"]]);
    expect(rowsOf(path)[0]?.message).toEqual(
      user("Previous conversation summary:\nsum k", milliseconds),
    );
    expect(path).toHaveLength(5);
  });

  it.each(["nowhere", "k", "d", ""])(
    "C9.5 the id %j, which is not before the entry, keeps nothing",
    (id) => {
      const path = pathOf(message("a"), message("b"), compaction("k", id), message("d"));
      expect(read(path)).toEqual([summary("k"), ["d", "d"]]);
    },
  );

  it("C9.5 an entry without a row may be the first kept one", () => {
    const path = pathOf(
      message("a"),
      { id: "m", type: "model_change", provider: "p", modelId: "q" },
      message("b"),
      compaction("k", "m"),
    );
    expect(read(path)).toEqual([summary("k"), ["b", "b"]]);
  });

  it("C9.5 PEER-45 a second compaction keeps what the first one kept and it keeps too", () => {
    const entries = [
      message("a"),
      message("b"),
      message("c"),
      compaction("k", "b"),
      message("d"),
      message("e"),
    ];
    expect(read(pathOf(...entries, compaction("l", "c")))).toEqual([
      summary("l"),
      ["c", "c"],
      ["d", "d"],
      ["e", "e"],
    ]);
    expect(read(pathOf(...entries, compaction("l", "e"), message("f")))).toEqual([
      summary("l"),
      ["e", "e"],
      ["f", "f"],
    ]);
    // Kept from the old summary on: both summaries and all that the first one kept.
    expect(read(pathOf(...entries, compaction("l", "k")))).toEqual([
      summary("l"),
      summary("k"),
      ["b", "b"],
      ["c", "c"],
      ["d", "d"],
      ["e", "e"],
    ]);
  });

  it("C9.5 PEER-44 a path of 50,000 entries and 5,000 compactions is read in one go", () => {
    const tree = new EntryTree();
    for (let number = 0; number < 50_000; number += 1) {
      const fields =
        number % 10 === 9 ? compaction(`n${number}`, `n${number - 3}`) : message(`n${number}`);
      tree.add(entryOf(tree, fields));
    }
    const started = performance.now();
    expect(rowsOf(tree.path())).toHaveLength(4);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});

describe("messages out of entries", () => {
  it("C9.1 summaries of branches and messages of applications become session messages", () => {
    const path = pathOf(
      message("a"),
      { id: "s", type: "branch_summary", summary: "went", fromId: "z" },
      { id: "r", type: "branch_summary", summary: "went", fromId: null },
      {
        id: "c",
        type: "custom_message",
        customType: "t",
        content: "hi",
        display: false,
        details: { x: 1 },
      },
      { id: "d", type: "custom", customType: "t", data: 1 },
      { id: "u", type: "usage", kind: "x" },
      { id: "y", type: "message", message: { role: "system", content: "" } },
    );
    expect(rowsOf(path).map((row) => row.message)).toEqual([
      user("a"),
      { role: "branchSummary", summary: "went", fromId: "z", timestamp: milliseconds },
      { role: "branchSummary", summary: "went", fromId: "root", timestamp: milliseconds },
      {
        role: "custom",
        customType: "t",
        content: "hi",
        display: false,
        details: { x: 1 },
        timestamp: milliseconds,
      },
    ]);
  });

  it("C9.1 the last edit of an entry changes what is seen of it, and nothing else", () => {
    const edit = (id: string, targetId: string, replacement: unknown) => ({
      id,
      type: "context_edit",
      targetId,
      replacement,
    });
    const path = pathOf(
      message("a"),
      { id: "b", type: "message", message: assistant("reply", "c1") },
      message("c"),
      edit("1", "a", null),
      edit("2", "a", { content: "again" }),
      edit("3", "b", { content: "short" }),
      edit("4", "c", null),
      edit("5", "nowhere", null),
    );
    const rows = rowsOf(path);
    expect(rows.map((row) => row.id)).toEqual(["a", "b"]);
    expect(rows[0]?.message).toEqual(user("again"));
    expect(rows[1]?.message).toEqual({
      ...assistant("reply", "c1"),
      content: [{ type: "text", text: "short" }],
    });
    expect(path[0]).toMatchObject({ message: user("a") });
  });
});

describe("an edit with blocks", () => {
  it("C9.1 takes the place of the content, as far as the role of the message allows", () => {
    const text = { type: "text", text: "t" };
    const image = { type: "image", data: "QUJD", mimeType: "image/png" };
    const call = { type: "toolCall", id: "c1", name: "read", arguments: {} };
    const replacement = { content: [text, image, call] };
    const targets = { u: user("long"), a: assistant("long", "c1"), r: toolResult("c1") };
    const path = pathOf(
      ...Object.entries(targets).map(([id, target]) => ({ id, type: "message", message: target })),
      ...Object.keys(targets).map((targetId) => ({
        id: `edit ${targetId}`,
        type: "context_edit",
        targetId,
        replacement,
      })),
    );
    expect(rowsOf(path).map((row) => row.message)).toEqual([
      { ...targets.u, content: [text, image] },
      { ...targets.a, content: [text, call] },
      { ...targets.r, content: [text, image] },
    ]);
  });
});

describe("what was chosen", () => {
  it("C9.1 model and thinking level of a path, name and labels of a session", () => {
    const path = pathOf(
      { id: "a", type: "message", message: assistant("x") },
      { id: "t", type: "thinking_level_change", thinkingLevel: "high" },
      { id: "n", type: "session_info", name: "first" },
      { id: "l", type: "label", targetId: "a", label: "here" },
      { id: "m", type: "label", targetId: "t", label: "there" },
      { id: "o", type: "label", targetId: "t" },
      { id: "p", type: "session_info", name: "second" },
    );
    expect(stateOf(path)).toEqual({
      model: { provider: "test", modelId: "test-1" },
      thinkingLevel: "high",
    });
    expect(nameOf(path)).toBe("second");
    expect([...labelsOf(path)]).toEqual([["a", "here"]]);
    const chosen = pathOf(
      { id: "m", type: "model_change", provider: "p", modelId: "virtual" },
      { id: "a", type: "message", message: assistant("x") },
    );
    expect(stateOf(chosen)).toEqual({ model: { provider: "p", modelId: "virtual" } });
    expect(stateOf([])).toEqual({});
  });
});

describe("the tree", () => {
  it("C9.4 an id is there once; a parent that is not there makes a root; no cycle can arise", () => {
    const tree = new EntryTree();
    const entry = (id: string, parentId: string | null): SessionEntry => ({
      type: "custom",
      customType: "x",
      id,
      parentId,
      timestamp,
    });
    expect(tree.add(entry("a", "b"))).toBe(false);
    expect(tree.add(entry("b", "a"))).toBe(true);
    expect(tree.add(entry("c", "c"))).toBe(false);
    expect(() => tree.add(entry("a", null))).toThrow("the id a is there already");
    tree.moveTo("b");
    expect(tree.path().map(({ id }) => id)).toEqual(["a", "b"]);
    expect(() => tree.moveTo("x")).toThrow("no such entry");
    expect(tree.leafId).toBe("b");
  });
});
