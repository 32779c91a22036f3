import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findTool } from "../../src/tools/find.ts";
import { grepTool } from "../../src/tools/grep.ts";
import { lsTool } from "../../src/tools/ls.ts";
import { LocalWorkspace } from "../../src/workspace/local-workspace.ts";
import { call } from "../support/call.ts";
import { makeFolder } from "../support/files.ts";
import { makeTree } from "../support/tree.ts";

describe("grep", () => {
  it("C2.1 answers path, line number and line", async () => {
    const cwd = makeTree({ "b.ts": "one\r\ntwo three\n", "a/c.ts": "three" });
    const { text, details } = await call(grepTool({ cwd }), { pattern: "t.*ee" });
    expect(text).toBe("a/c.ts:1: three\nb.ts:2: two three");
    expect(details).toEqual({ matches: 2, isLimited: false });
  });

  it("C2.1 names files so that they can be passed on, also when a folder or a file was named", async () => {
    const cwd = makeTree({ "a/b/c.ts": "x", "a/x": "x" });
    const grep = grepTool({ cwd });
    expect((await call(grep, { pattern: "x", path: "a/b/" })).text).toBe("a/b/c.ts:1: x");
    expect((await call(grep, { pattern: "x", path: "./a/x" })).text).toBe("./a/x:1: x");
    expect(await call(grep, { pattern: "x", path: "none" })).toMatchObject({ isError: true });
  });

  it("C2.1 literal, ignoreCase and glob mean what they say", async () => {
    const cwd = makeTree({ "a.ts": "f(x)\nF(X)", "b.js": "f(x)", "d/c.test.ts": "f(x)" });
    const grep = grepTool({ cwd });
    const search = async (args: object): Promise<string> =>
      (await call(grep, { pattern: "f(x)", literal: true, ...args })).text;
    expect(await search({ glob: "*.ts" })).toBe("a.ts:1: f(x)\nd/c.test.ts:1: f(x)");
    expect(await search({ ignoreCase: true, glob: "/a.ts" })).toBe("a.ts:1: f(x)\na.ts:2: F(X)");
    expect(await search({ glob: "*.{js,jsx}" })).toBe("b.js:1: f(x)");
    expect(await search({ glob: "!*.test.ts" })).toBe("a.ts:1: f(x)\nb.js:1: f(x)");
    expect(await search({ literal: false })).toBe("No matches found.");
  });

  it("PEER 40 .gitignore files hold in their folder and below, not beside it, and inner ones decide", async () => {
    const cwd = makeTree({
      ".git/config": "x",
      ".gitignore": "*.log\n/dist/\n",
      "a.log": "x",
      "dist/a": "x",
      "one/.gitignore": "secret\n!keep.log\n",
      "one/secret": "x",
      "one/keep.log": "x",
      "one/dist/a": "x",
      "two/secret": "x",
    });
    const grep = grepTool({ cwd });
    const all = "one/dist/a:1: x\none/keep.log:1: x\ntwo/secret:1: x";
    expect((await call(grep, { pattern: "^x" })).text).toBe(all);
    const below = await call(grepTool({ cwd: join(cwd, "one") }), { pattern: "^x" });
    expect(below.text).toBe("dist/a:1: x\nkeep.log:1: x");
  });

  it("F68 in a workspace with a limit nothing outside it counts, rules of a repository neither", async () => {
    const top = makeTree({
      ".git/config": "",
      ".gitignore": "a",
      rules: "c",
      "in/a": "x",
      "in/b/c": "x",
    });
    symlinkSync("../../rules", join(top, "in/b/.gitignore"));
    const workspace = new LocalWorkspace({ cwd: join(top, "in"), root: "." });
    expect((await call(grepTool({ workspace }), { pattern: "x" })).text).toBe("a:1: x\nb/c:1: x");
  });

  it("C8.1 stops at the limit with a hint, cuts long lines, leaves out binary files", async () => {
    const cwd = makeTree({ a: "x\n".repeat(101), b: `x${"y".repeat(1000)}`, c: "x\0" });
    const many = await call(grepTool({ cwd }), { pattern: "x" });
    expect(many.text).toMatch(
      /^(a:\d+: x\n){100}\n\[Showing the first 100 matches; there are more/,
    );
    expect(many.details).toEqual({ matches: 100, isLimited: true });
    const exact = await call(grepTool({ cwd }), { pattern: "x", path: "a", limit: 101 });
    expect(exact.text).not.toContain("[");
    const long = await call(grepTool({ cwd }), { pattern: "x", glob: "[bc]" });
    expect(long.text).toBe(`b:1: x${"y".repeat(499)}… [cut]`);
  });

  it("C2.2 a pattern that is none, one that would never end and a bad limit are refused", async () => {
    const cwd = makeTree({ a: `${"a".repeat(40)}b` });
    const grep = grepTool({ workspace: new LocalWorkspace({ cwd, ripgrep: false }) });
    expect((await call(grep, { pattern: "(" })).text).toMatch(/^The pattern is not a regular/);
    const endless = await call(grep, { pattern: "^(a+)+$" });
    expect(endless).toMatchObject({ isError: true, text: expect.stringContaining("given up") });
    expect((await call(grep, { pattern: "a", limit: 0 })).text).toBe(
      "limit must be 1 or more, but is 0.",
    );
  });

  it("C2.1 reads UTF-16 that says so, and leaves the byte-order mark out", async () => {
    const cwd = makeFolder();
    const bytes = Buffer.from("\ufeffone\r\ntwö\r\n", "utf16le");
    writeFileSync(join(cwd, "little"), bytes);
    writeFileSync(join(cwd, "big"), Buffer.from(bytes).swap16());
    writeFileSync(join(cwd, "utf8"), "\ufeffone");
    const all = "big:1: one\nlittle:1: one\nutf8:1: one";
    expect((await call(grepTool({ cwd }), { pattern: "^one$" })).text).toBe(all);
    const two = await call(grepTool({ cwd }), { pattern: "twö" });
    expect(two.text).toBe("big:2: twö\nlittle:2: twö");
  });

  it("C2.1 a folder that is ignored can be searched by name", async () => {
    const cwd = makeTree({
      ".git/HEAD": "",
      ".gitignore": "node_modules/",
      "node_modules/a/b": "x",
    });
    expect((await call(grepTool({ cwd }), { pattern: "x" })).text).toBe("No matches found.");
    const named = await call(grepTool({ cwd }), { pattern: "x", path: "node_modules/a" });
    expect(named.text).toBe("node_modules/a/b:1: x");
  });

  it("C5.1 stops when it is told to", async () => {
    const cwd = makeTree({ a: "x" });
    const stop = new AbortController();
    const searching = call(grepTool({ cwd }), { pattern: "x" }, { signal: stop.signal });
    stop.abort();
    expect((await searching).isError).toBe(true);
  });

  it("C2.1 does not follow links and goes on when a file cannot be read", async () => {
    const cwd = makeTree({ "a/b": "x" });
    symlinkSync("..", join(cwd, "a/up"));
    symlinkSync("missing", join(cwd, "dangling"));
    expect((await call(grepTool({ cwd }), { pattern: "x" })).text).toBe("a/b:1: x");
  });
});

describe("find", () => {
  it("C2.1 answers the paths that match", async () => {
    const cwd = makeTree({ "a/b.ts": "", "a/c.js": "", "d.ts": "", ".gitignore": "/d.ts" });
    const find = findTool({ cwd });
    expect((await call(find, { pattern: "*.ts" })).text).toBe("a/b.ts");
    expect((await call(find, { pattern: "*.{ts,js}", path: "a" })).text).toBe("a/b.ts\na/c.js");
    expect((await call(find, { pattern: "*.rs" })).text).toBe("No files found.");
    expect((await call(find, { pattern: "*", limit: 1 })).text).toContain("there are more");
    expect((await call(find, { pattern: "*", path: "d.ts" })).isError).toBe(true);
  });
});

describe("ls", () => {
  it("C2.1 answers the names, folders with a slash", async () => {
    const cwd = makeTree({ ".hidden": "", "b/c": "", a: "" });
    const ls = lsTool({ cwd });
    expect((await call(ls, {})).text).toBe(".hidden\na\nb/");
    expect((await call(ls, { path: "b" })).text).toBe("c");
    expect((await call(ls, { path: "a" })).text).toContain("a is not a folder");
    mkdirSync(join(cwd, "empty"));
    expect((await call(ls, { path: "empty" })).text).toBe("(empty folder)");
    const short = await call(lsTool({ cwd, maxLines: 2 }), {});
    expect(short.text).toMatch(/^\.hidden\na\n\n\[Showing 2 of 4 names\./);
  });
});
