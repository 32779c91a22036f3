import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PartialJson } from "../../src/stream/partial-json.ts";
import { parseToolArguments, ToolArguments } from "../../src/stream/tool-arguments.ts";

function pieces(text: string, places: readonly number[]): string[] {
  const cuts = [...places.map((place) => place % (text.length + 1)), text.length];
  let from = 0;
  return cuts
    .toSorted((one, other) => one - other)
    .map((to) => {
      const piece = text.slice(from, to);
      from = to;
      return piece;
    });
}

describe("tool arguments", () => {
  it("C13.4 the live object equals JSON.parse when all fragments are there, however they were cut", () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    const spaces = fc.constantFrom(0, 1, "\t");
    fc.assert(
      fc.property(object, spaces, fc.array(fc.nat()), (value, space, places) => {
        const text = JSON.stringify(value, null, space);
        const parser = new PartialJson();
        for (const piece of pieces(text, places)) parser.feed(piece);
        expect(parser.root).toStrictEqual(JSON.parse(text));
      }),
      { numRuns: 500 },
    );
  });

  it("C13.4 the live object grows: a string is there before it ends", () => {
    const parser = new PartialJson();
    const { root } = parser;
    const seen = [
      '{"path":"a',
      ".t",
      'xt","edits":[{"newText":"b',
      "\\",
      "u00",
      '41c"}],"n":1',
      "2}",
    ].map((fragment) => {
      parser.feed(fragment);
      return JSON.parse(JSON.stringify(root)) as unknown;
    });
    expect(seen).toEqual([
      { path: "a" },
      { path: "a.t" },
      { path: "a.txt", edits: [{ newText: "b" }] },
      { path: "a.txt", edits: [{ newText: "b" }] },
      { path: "a.txt", edits: [{ newText: "b" }] },
      { path: "a.txt", edits: [{ newText: "bAc" }] },
      { path: "a.txt", edits: [{ newText: "bAc" }], n: 12 },
    ]);
  });

  it("C13.4 the live object never throws and never claims more than a prefix, whatever the text is", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (fragments) => {
        const parser = new PartialJson();
        for (const fragment of fragments) parser.feed(fragment);
        expect(Array.isArray(parser.root)).toBe(false);
      }),
    );
  });

  it.each([
    ['{"a":tru}', {}],
    ['{"a":01,"b":2}', {}],
    ['{"a":"x\\q","b":2}', { a: "x" }],
    ['{"a":"x","b":"\\u12G4","c":1}', { a: "x", b: "" }],
    ['{"a":1 "b":2}', { a: 1 }],
    ["[1,2]", {}],
    ['"text"', {}],
    ['{"a":{"b":1]', { a: { b: 1 } }],
  ])("C13.4 a preview of broken text %s stops where it breaks", (text, expected) => {
    const parser = new PartialJson();
    for (const character of text) parser.feed(character);
    expect(parser.root).toEqual(expected);
  });

  it("C13.4 a key named __proto__ is an own property and changes no prototype", () => {
    const parser = new PartialJson();
    parser.feed('{"__proto__":{"polluted":true}}');
    expect(Object.getPrototypeOf(parser.root)).toBe(Object.prototype);
    expect(Object.hasOwn(parser.root, "__proto__")).toBe(true);
    expect("polluted" in {}).toBe(false);
  });

  it.each(["", "  ", "\n"])("F8 blank text %j means no arguments", (text) => {
    expect(parseToolArguments(text)).toEqual({ arguments: {} });
    const collected = new ToolArguments();
    collected.append(text);
    expect(collected.finish()).toEqual({ arguments: {} });
  });

  it.each(['{"a":"x', "[1]", "null", '"x"', "12", '{"a":"\\u00zz","b":1}', '{"a":1}}'])(
    "C13.4 PEER-5 %s is marked with its raw text and its half-read fields are not used",
    (text) => {
      const collected = new ToolArguments();
      collected.append(text);
      expect(collected.finish()).toEqual({ arguments: {}, argumentsError: text });
    },
  );

  it("C13.4 arguments given as an object count until text arrives", () => {
    const given = new ToolArguments({ sql: "x" });
    expect(given.live).toEqual({ sql: "x" });
    expect(given.finish()).toEqual({ arguments: { sql: "x" } });
    given.append('{"sql":"y"}');
    expect(given.finish()).toEqual({ arguments: { sql: "y" } });
  });

  it("C13.4 PEER-1 the work for a fragment does not depend on what came before (4 MB in 200,000 fragments)", () => {
    const collected = new ToolArguments();
    const begin = performance.now();
    collected.append('{"path":"f","content":"');
    for (let index = 0; index < 200_000; index++) collected.append("twenty characters!\\n");
    collected.append('"}');
    const { content } = collected.finish().arguments;
    // Parsing the whole at each fragment would take many minutes.
    expect(performance.now() - begin).toBeLessThan(5_000);
    expect(content).toBe("twenty characters!\n".repeat(200_000));
    expect(collected.live["content"]).toBe(content);
  });
});
