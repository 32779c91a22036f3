import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { toRipgrep } from "../../src/search/ripgrep/pattern.ts";
import { findRipgrep } from "../../src/search/ripgrep/program.ts";
import { findTool } from "../../src/tools/find.ts";
import { grepTool } from "../../src/tools/grep.ts";
import { LocalWorkspace } from "../../src/workspace/local-workspace.ts";
import { call } from "../support/call.ts";
import { makeFolder } from "../support/files.ts";
import { writeTree } from "../support/tree.ts";

const names = fc.constantFrom(
  "a",
  "B",
  "a.ts",
  "a.js",
  "a.log",
  ".hidden",
  "ä b",
  "node_modules",
  "-x",
  "[1]",
);
const path = fc.array(names, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));

const rule = fc.constantFrom(
  "*.log",
  "/a",
  "a/",
  "!a.log",
  "node_modules/",
  "*.ts\n!a.ts",
  "**/B",
  "a/**",
  "B/a.js",
  "\\[1\\]",
  "# comment",
  "a.js ",
  ".hidden",
  "*",
  "!*/",
);

const piece = fc.constantFrom(
  "foo",
  "bar",
  "Foo",
  "ſ",
  "ß",
  "é",
  "e\u0301",
  "😀",
  "\ufffd",
  " ",
  "\t",
  "\u00a0",
  "\u2028",
  "_",
  "1",
  ".",
  "x{2}",
  "\r",
);
const line = fc.array(piece, { maxLength: 5 }).map((parts) => parts.join(""));
const fileText = fc
  .array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { maxLength: 5 })
  .chain((lines) => line.map((last) => lines.map((parts) => parts.join("")).join("") + last));
const content = fc.oneof(
  { weight: 5, arbitrary: fileText.map((value): Uint8Array => Buffer.from(value)) },
  fileText.map((value): Uint8Array => Buffer.from(`\ufeff${value}`)),
  fileText.map((value): Uint8Array => Buffer.from(`\ufeff${value}`, "utf16le")),
  fileText.map((value): Uint8Array => Buffer.concat([Buffer.from("foo\n\0"), Buffer.from(value)])),
  fileText.map((value): Uint8Array =>
    Buffer.concat([Buffer.from("foo\xff\xf0\x9f bar\n", "latin1"), Buffer.from(value)]),
  ),
);

const files = fc.dictionary(path, content, { maxKeys: 10 });
const rules = fc.dictionary(
  fc.constantFrom(".gitignore", "a/.gitignore", "a/B/.gitignore"),
  fc.array(rule, { maxLength: 3 }).map((lines) => lines.join("\n")),
);
const repository = fc.constantFrom(undefined, ".git/HEAD", "a/.git/HEAD");

const atom = fc.constantFrom(
  "foo",
  "bar",
  "o",
  ".",
  "é",
  "ß",
  "😀",
  "\\s",
  "\\S",
  "\\w",
  "\\W",
  "\\d",
  "\\b",
  "\\B",
  "[a-f]",
  "[^o]",
  "[^\\s]",
  "[\\w.]",
  "\\.",
  "\\u00e9",
  "\\x66",
  "\\t",
  "x\\{2\\}",
  "x{2}",
  "\ufffd",
  "^",
  "$",
  "(?=b)",
  "(?<!f)o",
  "[]",
  "[^]",
  "\\r",
);
const quantifier = fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,2}?");
const term = fc.tuple(atom, quantifier).map((parts) => parts.join(""));
const sequence = fc.array(term, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
const pattern = fc.oneof(
  sequence,
  fc.tuple(sequence, sequence).map(([a, b]) => `${a}|${b}`),
  fc.tuple(sequence, sequence).map(([a, b]) => `(${a}|${b})+${a}`),
  fc.tuple(sequence, sequence).map(([a, b]) => `(?<n>${a})${b}`),
);

/** Files that cannot exist side by side, such as `a` and `a/b`, are left out. */
function compatible(
  all: Readonly<Record<string, string | Uint8Array>>,
): Record<string, string | Uint8Array> {
  const paths = Object.keys(all);
  return Object.fromEntries(
    Object.entries(all).filter(([one]) => !paths.some((other) => other.startsWith(`${one}/`))),
  );
}

async function answers(cwd: string, ripgrep: false | undefined, args: object): Promise<unknown> {
  const workspace = new LocalWorkspace({ cwd, ripgrep });
  const grep = await call(grepTool({ workspace }), { pattern: "", ...args });
  const find = await call(findTool({ workspace }), { pattern: "*" });
  return { grep: grep.text, isError: grep.isError, find: find.text };
}

describe("with and without ripgrep", () => {
  it("C2.1 the answers are the same, whatever the tree, the rules and the pattern", async () => {
    const top = makeFolder();
    let round = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          files,
          rules,
          repository,
          pattern,
          ignoreCase: fc.boolean(),
          literal: fc.boolean(),
          below: fc.boolean(),
        }),
        async ({ repository: git, below, ...example }) => {
          const folder = join(top, String(round++));
          mkdirSync(folder);
          const marker = git === undefined ? {} : { [git]: "" };
          writeTree(
            folder,
            compatible({ ...example.files, ...example.rules, ...marker, "a/B/z": "foo" }),
          );
          const cwd = below ? join(folder, "a") : folder;
          const args = {
            pattern: example.pattern,
            ignoreCase: example.ignoreCase,
            literal: example.literal,
          };
          expect(await answers(cwd, undefined, args)).toEqual(await answers(cwd, false, args));
          rmSync(folder, { recursive: true });
        },
      ),
      { numRuns: 25 },
    );
  }, 30_000);

  it("C2.1 limits, globs, named folders and files that cannot be read make no difference", async () => {
    const cwd = makeFolder();
    writeTree(cwd, {
      "a/b.ts": "x\nx\n",
      "a.ts": "x",
      "a-b/c.ts": "x",
      "b/c.js": "x",
      "z.ts": "y",
    });
    for (const args of [
      { pattern: "x", limit: 2 },
      { pattern: "x", glob: "*.ts" },
      { pattern: "x", path: "a" },
      { pattern: "x", path: "./b/" },
      { pattern: "x", path: "z.ts" },
      { pattern: "(" },
    ])
      expect(await answers(cwd, undefined, args)).toEqual(await answers(cwd, false, args));
    const { text } = await call(grepTool({ cwd }), { pattern: "x" });
    expect(text).toBe("a/b.ts:1: x\na/b.ts:2: x\na-b/c.ts:1: x\na.ts:1: x\nb/c.js:1: x");
  });
});

describe("patterns for ripgrep", () => {
  const translate = (source: string, flags = "u"): string | undefined =>
    toRipgrep(new RegExp(source, flags));

  it("C2.1 plain parts stay what they are, so that ripgrep can look for them", () => {
    expect(translate("foo(bar|baz)")).toBe("foo(?:bar|baz)");
    expect(translate("f\\(x\\)")).toBe("f\\x{28}x\\x{29}");
    expect(translate("a(?=b)c")).toBe("ac");
  });

  it("C2.1 what cannot be said for sure is not tried", () => {
    for (const source of ["\\1(a)", "(?i:a)", "\\p{L}", "a\\nb", "(?<n>a)\\k<n>", "\\cA"])
      expect(translate(source)).toBeUndefined();
    expect(translate("😀", "")).toBeUndefined();
  });
});

describe("which ripgrep", () => {
  it("C2.1 the configured one, then PATH, then the bundled one, then none", async () => {
    const folder = makeFolder();
    const bundled = async (): Promise<string> => "/bundled/rg";
    const find = (configured: string | false | undefined, searchPath: string): Promise<unknown> =>
      findRipgrep({ configured, searchPath, bundled });
    expect(await find("/my/rg", folder)).toBe("/my/rg");
    expect(await find(false, folder)).toBeUndefined();
    expect(await find(undefined, `rel:${folder}`)).toBe("/bundled/rg");
    writeFileSync(join(folder, "rg"), "");
    expect(await find(undefined, folder)).toBe("/bundled/rg");
    chmodSync(join(folder, "rg"), 0o755);
    expect(await find(undefined, `rel:${folder}`)).toBe(join(folder, "rg"));
    const none = (): Promise<string> => Promise.reject(new Error("not installed"));
    expect(await findRipgrep({ searchPath: "", bundled: none })).toBeUndefined();
  });

  it("C2.1 one that is missing, fails or is too old is done without", async () => {
    const cwd = makeFolder();
    writeTree(cwd, { a: "foo" });
    const bin = makeFolder();
    writeFileSync(join(bin, "rg"), "#!/bin/sh\necho unknown flag >&2; exit 2\n");
    chmodSync(join(bin, "rg"), 0o755);
    for (const ripgrep of ["/no/such/rg", join(bin, "rg")]) {
      const workspace = new LocalWorkspace({ cwd, ripgrep });
      expect((await call(grepTool({ workspace }), { pattern: "foo" })).text).toBe("a:1: foo");
    }
  });

  it("PEER 40 its configuration file is not asked", async () => {
    const cwd = makeFolder();
    writeTree(cwd, { a: "foo", config: "--glob=!a\n" });
    vi.stubEnv("RIPGREP_CONFIG_PATH", join(cwd, "config"));
    expect((await call(grepTool({ cwd }), { pattern: "foo" })).text).toBe("a:1: foo");
  });
});
