import { expect, it } from "vitest";
import { editJsonc, parseJsonc, valueAt } from "../../../src/settings/files/jsonc.ts";

const commented = `{
  // which model
  "model": "a/b", /* why */
  "compaction": { "enabled": true }, // keep
}
`;

it("C11 comments and trailing commas are allowed, and an empty file holds nothing", async () => {
  expect(await parseJsonc(commented, "/s")).toEqual({
    model: "a/b",
    compaction: { enabled: true },
  });
  for (const text of ["", " \n", "// nothing yet\n"])
    expect(await parseJsonc(text, "/s")).toEqual({});
});

it.each([
  ['{\n  "model": \n}', "Could not read /s: ValueExpected at line 3, column 1."],
  ["[1]", "Could not read /s: it must hold an object, { … }."],
  ['{ "a": 1', "Could not read /s: CloseBraceExpected at line 1, column 9."],
])("C11 the damage in %j is named with its place", async (text, message) => {
  await expect(parseJsonc(text, "/s")).rejects.toMatchObject({
    kind: "damaged",
    path: "/s",
    message: `${message} Repair it or move it away; until then it is neither used nor changed.`,
  });
});

it("C11 an edit keeps comments, order and layout, and can be taken back", async () => {
  const changed = await editJsonc(commented, "/s", ["model"], "c/d");
  expect(changed).toBe(commented.replace("a/b", "c/d"));
  const added = await editJsonc(changed, "/s", ["compaction", "reserveTokens"], 5);
  expect(added).toContain("// which model");
  expect(added).toContain("// keep");
  expect(await parseJsonc(added, "/s")).toEqual({
    model: "c/d",
    compaction: { enabled: true, reserveTokens: 5 },
  });
  const removed = await editJsonc(added, "/s", ["compaction", "reserveTokens"], undefined);
  expect(await parseJsonc(removed, "/s")).toEqual({ model: "c/d", compaction: { enabled: true } });
});

it("C11 an edit goes by the file's own indentation and line ends", async () => {
  expect(await editJsonc('{\r\n\t"a": 1\r\n}\r\n', "/s", ["b"], 2)).toBe(
    '{\r\n\t"a": 1,\r\n\t"b": 2\r\n}\r\n',
  );
  expect(await editJsonc("", "/s", ["b"], 2)).toBe('{\n  "b": 2\n}\n');
  expect(await editJsonc("// mine\n", "/s", ["b"], 2)).toBe('// mine\n{\n  "b": 2\n}\n');
});

it("C11 a comment stays with its line when something new comes behind it", async () => {
  const added = async (text: string): Promise<string> => editJsonc(text, "/s", ["a", "b"], 1);
  expect(await added('{\n  "x": 0 // zero\n}\n')).toBe(
    '{\n  "x": 0, // zero\n  "a": {\n    "b": 1\n  }\n}\n',
  );
  expect(await added('{\n  "a": {\n    "c": 0, /* 0 */ // zero\n  },\n}\n')).toBe(
    '{\n  "a": {\n    "c": 0, /* 0 */ // zero\n    "b": 1,\n  },\n}\n',
  );
  expect(await added('{ "a": { "c": 0 } }')).toBe('{ "a": { "c": 0, "b": 1 } }');
  expect(await added('{ "a": {} }')).toContain('"b": 1');
});

it("C11 taking out what is not there changes nothing, and what is damaged is not edited", async () => {
  expect(await editJsonc(commented, "/s", ["thinking"], undefined)).toBe(commented);
  await expect(editJsonc("{ oops", "/s", ["a"], 1)).rejects.toMatchObject({ kind: "damaged" });
});

it("C11 names that objects inherit are not settings", async () => {
  expect(
    valueAt(await parseJsonc('{ "__proto__": { "model": "x" } }', "/s"), ["model"]),
  ).toBeUndefined();
  expect(valueAt({}, ["constructor", "name"])).toBeUndefined();
});
