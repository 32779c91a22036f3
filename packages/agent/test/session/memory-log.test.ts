import { describe, expect, it } from "vitest";
import { MemoryLog } from "../../src/session/memory-log.ts";
import { freshEntryId } from "../../src/session/ids.ts";
import { assistant, sessionErrorOf, texts, toolResult, user } from "../support/session-fixtures.ts";

describe("MemoryLog", () => {
  it("C9.1 replays what was appended, deeply equal, frozen and independent of the caller's objects", async () => {
    const log = new MemoryLog();
    const messages = [user("hi"), assistant("ok", "c1"), toolResult("c1")];
    const expected = structuredClone(messages);
    for (const message of messages) await log.append(message);
    const pending = log.append(messages[0] ?? user(""));
    messages[0]!.content = "changed after the call";
    await pending;
    const replayed = await log.replay();
    expect(replayed).toEqual([...expected, expected[0]]);
    expect(Object.isFrozen(replayed[0])).toBe(true);
    const content = replayed[1] && "content" in replayed[1] ? replayed[1].content : undefined;
    expect(Object.isFrozen(content)).toBe(true);
  });

  it("C9.1 calls take effect in the order they are made, awaited or not", async () => {
    const log = new MemoryLog();
    const first = log.append(user("a"));
    void log.append(user("b"));
    const rows = log.rows();
    void log.append(user("c"));
    expect(texts((await rows).map((row) => row.message))).toEqual(["a", "b"]);
    expect((await rows)[0]?.id).toBe(await first);
    await log.close();
    expect(texts(await log.replay())).toEqual(["a", "b", "c"]);
  });

  it("C9.1 what is appended after a move hangs where it was moved to, waited for or not", async () => {
    const log = new MemoryLog();
    const first = await log.append(user("a"));
    void log.append(user("b"));
    void log.branch(first);
    void log.append(user("c"));
    expect(texts(await log.replay())).toEqual(["a", "c"]);
  });

  it("C9.4 ids are eight hexadecimal digits, taken ones are never given again", async () => {
    expect(await new MemoryLog().append(user("a"))).toMatch(/^[0-9a-f]{8}$/);
    const ids = ["one", "one", "", "two"];
    const log = new MemoryLog({ randomId: () => ids.shift() ?? "two" });
    expect([await log.append(user("a")), await log.append(user("b"))]).toEqual(["one", "two"]);
    expect(await log.append(user("c"))).toMatch(/^[0-9a-f]{32}$/);
    expect(
      freshEntryId(
        (id) => id === "x",
        () => "x",
      ),
    ).toMatch(/^[0-9a-f]{32}$/);
  });

  it("C9.1 branches hang where they were put and hide what is on the others", async () => {
    const log = new MemoryLog({ now: () => 0 });
    const a = await log.append(user("a"));
    const b = await log.append(user("b"));
    await log.branch(a);
    expect(log.leafId).toBe(a);
    const c = await log.append(user("c"));
    expect(texts(await log.replay())).toEqual(["a", "c"]);
    await log.branch(b);
    expect(texts(await log.replay())).toEqual(["a", "b"]);
    await log.branch(null);
    expect(await log.replay()).toEqual([]);
    const d = await log.append(user("d"));
    expect(texts(await log.replay())).toEqual(["d"]);
    const entries = await log.entries();
    expect(entries.map(({ id, parentId }) => [id, parentId])).toEqual([
      [a, null],
      [b, a],
      [c, a],
      [d, null],
    ]);
    expect((await log.activeEntries()).map(({ id }) => id)).toEqual([d]);
    const error = await sessionErrorOf(log.branch("nowhere"));
    expect(error.kind).toBe("unknown-entry");
    expect(log.leafId).toBe(d);
  });

  it("C9.5 a compaction is one more entry; its row has its id", async () => {
    const log = new MemoryLog({ now: () => 5 });
    await log.append(user("a"));
    const b = await log.append(user("b"));
    const k = await log.appendCompaction("sum", b, { tokensBefore: 9 });
    expect(await log.rows()).toEqual([
      { id: k, message: user("Previous conversation summary:\nsum", 5) },
      { id: b, message: user("b") },
    ]);
    expect((await log.entries())[2]).toEqual({
      type: "compaction",
      id: k,
      parentId: b,
      timestamp: "1970-01-01T00:00:00.005Z",
      summary: "sum",
      firstKeptEntryId: b,
      tokensBefore: 9,
    });
  });

  it("C9.4 appendEntry keeps other types and makes id, parent and time itself", async () => {
    const log = new MemoryLog({ now: () => 0 });
    const a = await log.append(user("a"));
    const id = await log.appendEntry({
      type: "novel",
      id: "mine",
      parentId: "mine",
      timestamp: "never",
      payload: [1],
    });
    expect((await log.entries())[1]).toEqual({
      type: "novel",
      id,
      parentId: a,
      timestamp: "1970-01-01T00:00:00.000Z",
      payload: [1],
    });
    expect(id).not.toBe("mine");
  });

  it("C9.1 what has not the shape of an entry is refused and leaves no trace", async () => {
    const log = new MemoryLog();
    const looped: Record<string, unknown> = { role: "user", content: [] };
    looped["self"] = looped;
    for (const wrong of [{ role: "user", content: 7 }, { content: "x" }, looped, 7, null]) {
      const error = await sessionErrorOf(log.append(wrong as never));
      expect(error.kind).toBe("invalid");
    }
    for (const wrong of [{}, { type: "session" }, { type: "label" }, null])
      expect((await sessionErrorOf(log.appendEntry(wrong as never))).kind).toBe("invalid");
    expect(await log.entries()).toEqual([]);
    await log.append(user("still works"));
    expect(texts(await log.replay())).toEqual(["still works"]);
  });

  it("C9.1 after close reading works and appending does not", async () => {
    const log = new MemoryLog();
    await log.append(user("a"));
    await Promise.all([log.close(), log.close()]);
    expect(texts(await log.replay())).toEqual(["a"]);
    expect((await sessionErrorOf(log.append(user("b")))).kind).toBe("closed");
  });
});
