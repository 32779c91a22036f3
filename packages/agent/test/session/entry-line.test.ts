import { describe, expect, it } from "vitest";
import { formatLine, parseEntry, parseHeader } from "../../src/session/entry-line.ts";
import { isKnownEntry } from "../../src/session/entries.ts";
import type { SessionEntry } from "../../src/session/entries.ts";
import { user } from "../support/session-fixtures.ts";

const base = { id: "aaaaaaaa", parentId: null, timestamp: "2025-01-01T00:00:00.000Z" };

function line(fields: object): string {
  return JSON.stringify({ type: "message", ...base, ...fields });
}

describe("one line", () => {
  it("F82 U+2028, U+2029 and U+0085 in a text stay on one line for every reader and read back equal", () => {
    const entry: SessionEntry = {
      type: "message",
      ...base,
      message: user("a\u2028b\u0085c\u2029d\r\ne\u0000"),
    };
    const text = formatLine(entry);
    expect(text.endsWith("\n")).toBe(true);
    for (const separator of ["\n", "\r", "\v", "\f", "\u0085", "\u2028", "\u2029"])
      expect(text.slice(0, -1)).not.toContain(separator);
    expect(parseEntry(text)).toEqual(entry);
  });

  it("C9.1 half of a surrogate pair, a key named __proto__ and deep nesting survive", () => {
    let nested: unknown = "deep";
    for (let depth = 0; depth < 500; depth += 1) nested = [nested];
    const data: unknown = JSON.parse(
      `{"__proto__":{"x":1},"half":"\\ud83d","nested":${JSON.stringify(nested)}}`,
    );
    const text = JSON.stringify({ type: "custom", ...base, customType: "x", data });
    const entry = parseEntry(text);
    expect(JSON.parse(formatLine(entry))).toEqual(JSON.parse(text));
    expect(Object.keys(entry)).toEqual([
      "type",
      "id",
      "parentId",
      "timestamp",
      "customType",
      "data",
    ]);
  });

  it("C1.6 what is read is frozen all the way down", () => {
    const entry = parseEntry(
      line({ message: { role: "user", content: [{ type: "text", text: "x" }] } }),
    );
    expect(Object.isFrozen(entry)).toBe(true);
    if (!isKnownEntry(entry) || entry.type !== "message") throw new Error("expected a message");
    expect(Object.isFrozen(entry.message)).toBe(true);
    expect(entry.message.role === "user" && Object.isFrozen(entry.message.content[0])).toBe(true);
  });

  it("C9.1 entries of other types and messages of other roles are kept as they are", () => {
    for (const fields of [
      { type: "usage", kind: "cache_warm", usage: { input: 0 } },
      { message: { role: "system", content: "", sections: { a: null } } },
      { message: { role: "user", content: "x", later: [1] }, extra: { kept: true } },
    ]) {
      const entry = parseEntry(line(fields));
      expect(JSON.parse(formatLine(entry))).toEqual(JSON.parse(line(fields)));
    }
    expect(isKnownEntry(parseEntry(line({ message: { role: "system", content: "" } })))).toBe(
      false,
    );
    expect(isKnownEntry(parseEntry(line({ type: "usage" })))).toBe(false);
  });

  it.each([
    ["[]", "an entry must be a JSON object"],
    ['{"type":"message"}', "an entry needs an id"],
    [line({ type: "" }), "an entry needs a type"],
    [line({ type: "session" }), "only the first line may be a session header"],
    [line({ id: 7 }), "an entry needs an id"],
    [line({ parentId: 7 }), "parentId must be an id or null"],
    [line({ timestamp: 7 }), "timestamp must be"],
    [line({}), "a message entry needs a message"],
    [line({ message: { content: "x" } }), "a message needs a role"],
    [line({ message: { role: "user", content: 7 } }), "the content of a user message"],
    [line({ message: { role: "assistant", content: [7] } }), "the content of an assistant message"],
    [line({ message: { role: "toolResult", content: [] } }), "needs a toolCallId"],
    [line({ message: { role: "bashExecution" } }), "needs a command"],
    [line({ message: { role: "branchSummary" } }), "needs a summary"],
    [line({ type: "compaction" }), 'needs the text "summary"'],
    [line({ type: "model_change", provider: "p" }), 'needs the text "modelId"'],
    [line({ type: "custom_message", customType: "x" }), "the content of a custom_message"],
    [line({ type: "context_edit", targetId: "x" }), "the replacement of a context_edit"],
  ])("C9.2 %s is refused with the reason", (text, reason) => {
    expect(() => parseEntry(text)).toThrow(reason);
  });

  it("C9.2 looser shapes of other writers are read", () => {
    const read = (fields: object): object => parseEntry(line(fields));
    expect(read({ parentId: undefined, type: "custom", customType: "x" })).toMatchObject({
      parentId: null,
    });
    expect(read({ message: { role: "hookMessage", content: "x" } })).toMatchObject({
      message: { role: "custom", content: "x" },
    });
    expect(
      read({ message: { role: "assistant", content: "x", stopReason: "stop" } }),
    ).toMatchObject({
      message: { content: [{ type: "text", text: "x" }] },
    });
    expect(read({ message: { role: "assistant", stopReason: "deferred" } })).toMatchObject({
      message: {
        content: [],
        stopReason: "error",
        errorMessage: 'The reply was left unfinished: "deferred"',
      },
    });
    expect(read({ type: "compaction", summary: "s" })).toMatchObject({
      firstKeptEntryId: "aaaaaaaa",
      tokensBefore: 0,
    });
  });
});

describe("the header", () => {
  it("C9.1 reads any version and keeps what it does not know; anything else is none", () => {
    expect(parseHeader('{"type":"session","id":"s","parentSession":"/p","x":1}')).toEqual({
      type: "session",
      version: 1,
      id: "s",
      timestamp: "",
      cwd: "",
      parentSession: "/p",
      x: 1,
    });
    for (const text of [
      "",
      "no",
      "[]",
      "null",
      '{"type":"session"}',
      '{"type":"message","id":"x"}',
    ])
      expect(parseHeader(text)).toBeUndefined();
  });
});

describe("what is parsed", () => {
  it("C1.6 is frozen through and through, and a number too large to be one is nothing", () => {
    const entry = parseEntry(
      '{"type":"custom","id":"a","parentId":null,"timestamp":"","customType":"x","data":{"list":[1e999,{"deep":-1e999,"n":1}]}}',
    );
    expect(entry).toMatchObject({ data: { list: [null, { deep: null, n: 1 }] } });
    const { data } = entry as unknown as { data: { list: object[] } };
    for (const value of [entry, data, data.list, data.list[1]])
      expect(Object.isFrozen(value)).toBe(true);
  });
});
