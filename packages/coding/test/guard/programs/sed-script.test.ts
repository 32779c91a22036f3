import { expect, it } from "vitest";
import { readAwkProgram } from "../../../src/guard/programs/awk-program.ts";
import { readSedScript } from "../../../src/guard/programs/sed-script.ts";

it.each([
  "s/a/b/g;s|x|y|2p",
  "1,5p",
  "/^#/d;/x/,$!{n;d}",
  "1~2d;0,/x/I s//y/",
  String.raw`\#a#,+3 s/\//-/`,
  "$!N;P;D",
  ":a;N;$!ba;s/\\n/,/",
  "1i\\\ntext; 1e id\nd",
  "a e; s/x/y/e",
  "y/abc/xyz/;=;l 5;q 3",
  "# comment 1e id\np",
  "r e\np",
  "s/e/w/;s/x/e/",
])("C12.5 the sed script %j runs and writes nothing", (script) => {
  expect(readSedScript(script)).toEqual({ runs: undefined, writes: [] });
});

it.each([
  "e",
  "1e id",
  "s/x/id/e",
  "s/x/id/gep",
  "s,x,id,\n1{e id\n}",
  "/x/ !e id",
  String.raw`s/a\/b/c/e`,
  "s/[/]/x/;e/",
  "s/x/y/;unknown",
  "s/x",
  "$ e",
  "y/a/b/;e",
  "p;;e",
  "a text\ne",
])("C12.5 the sed script %j may run a command", (script) => {
  expect(readSedScript(script).runs).toBeDefined();
});

it("C12.5 the files that a sed script writes are told", () => {
  expect(readSedScript("s/x/y/gw out.txt\nw b c\n/x/W d").writes).toEqual(["out.txt", "b c", "d"]);
});

it.each([
  ["{print $1}", false, false],
  ["$1 > 5", false, false],
  ["/a|b/ {print}", false, false],
  ['{print > "out"}', false, true],
  ['{print | "sh"}', true, false],
  ['BEGIN{"id"|getline}', true, false],
  ["BEGIN{system(x)}", true, false],
  ['BEGIN{f="sys" "tem";@f("id")}', true, false],
  ['{print "};" |& "sh"}', true, false],
])("C12.5 the awk program %j: runs %s, writes %s", (program, runs, writes) => {
  expect(readAwkProgram(program)).toEqual({ runs, writes });
});
