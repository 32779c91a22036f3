import { describe, expect, it } from "vitest";
import { parseIgnoreFile, parseIgnoreLine } from "../../src/search/ignore-pattern.ts";

const cases: readonly (readonly [string, readonly string[], readonly string[]])[] = [
  ["*.log", ["a.log", "b/a.log", ".log"], ["a.log.txt", "a.LOG"]],
  ["/a", ["a"], ["b/a", "ab"]],
  ["a/b", ["a/b"], ["c/a/b", "a/b/c"]],
  ["**/b", ["b", "a/b", "a/c/b"], ["ab"]],
  ["a/**", ["a/b", "a/b/c"], ["a", "b/a/c"]],
  ["a/**/b", ["a/b", "a/c/b", "a/c/d/b"], ["ab", "c/a/b"]],
  ["a**b", ["ab", "acb"], ["a/b"]],
  ["a?c", ["abc"], ["ac", "a/c"]],
  ["[a-c]x", ["ax", "d/bx"], ["dx", "-x"]],
  ["[!a-c]x", ["dx"], ["ax", "/x"]],
  ["[[:digit:]_]", ["1", "_"], ["a"]],
  ["\\!a", ["!a"], ["a"]],
  ["\\#a", ["#a"], []],
  ["a\\*", ["a*"], ["ab"]],
  ["a\\ ", ["a "], ["a"]],
  ["a  ", ["a"], ["a  "]],
  ["(a+b)", ["(a+b)"], ["ab"]],
];

describe("a line of .gitignore", () => {
  it.each(cases)("PEER 40 %s", (line, matched, others) => {
    const pattern = parseIgnoreLine(line);
    for (const path of matched) expect([path, pattern?.matches(path, false)]).toEqual([path, true]);
    for (const path of others) expect([path, pattern?.matches(path, false)]).toEqual([path, false]);
  });

  it("PEER 40 with a slash at the end is about folders, with a ! it takes back", () => {
    const folder = parseIgnoreLine("build/");
    expect([folder?.matches("build", true), folder?.matches("build", false)]).toEqual([
      true,
      false,
    ]);
    expect(parseIgnoreLine("!keep")).toMatchObject({ isNegated: true });
  });

  it("PEER 40 that says nothing is left out", () => {
    expect(parseIgnoreFile("\ufeff# comment\r\n\r\n/\n!\na\\\n[b-a]\nreal\r\n")).toHaveLength(1);
  });
});
