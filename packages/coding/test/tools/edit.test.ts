import {
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { editTool } from "../../src/tools/edit.ts";
import { call } from "../support/call.ts";
import type { Called } from "../support/call.ts";
import { makeFolder } from "../support/files.ts";

type Edit = { oldText: string; newText: string };
type Edited = Called & { readonly bytes: Buffer; readonly after: string };

/** Edits a file named `f`; `after` is what it then holds. */
async function edit(content: string | Uint8Array, ...edits: Edit[]): Promise<Edited> {
  const cwd = makeFolder();
  const path = join(cwd, "f");
  writeFileSync(path, content);
  utimesSync(path, 1000, 1000);
  const result = await call(editTool({ cwd }), { path: "f", edits });
  const bytes = readFileSync(path);
  if (result.isError) {
    expect(bytes).toEqual(Buffer.from(content));
    expect(statSync(path).mtimeMs).toBe(1_000_000);
  }
  return { ...result, bytes, after: bytes.toString("utf8") };
}

const replace = (oldText: string, newText: string): Edit => ({ oldText, newText });

describe("what is not replaced stays as it was", () => {
  it("F57 CRLF stays CRLF, and new lines take it", async () => {
    const { after } = await edit("a\r\nb\r\nc\r\n", replace("b", "B\nB2"));
    expect(after).toBe("a\r\nB\r\nB2\r\nc\r\n");
  });

  it.each(["a\nb", "a\r\nb"])(
    "F57 oldText matches with either line ending: %j",
    async (oldText) => {
      const { after } = await edit("a\r\nb\r\nc\r\n", replace(oldText, oldText.replace("b", "x")));
      expect(after).toBe("a\r\nx\r\nc\r\n");
    },
  );

  it("F57 in a file with mixed endings every line keeps its own", async () => {
    const mixed = "a\r\nb\nc\r\nd\ne\r\n";
    expect((await edit(mixed, replace("a\nb\nc\nd", "a\nB\nnew\nc\nd"))).after).toBe(
      "a\r\nB\nnew\nc\r\nd\ne\r\n",
    );
    expect((await edit(mixed, replace("b", "B\nB2"))).after).toBe("a\r\nB\nB2\nc\r\nd\ne\r\n");
    expect((await edit(mixed, replace("c\nd\n", "new\nc\n"))).after).toBe(
      "a\r\nb\nnew\r\nc\r\ne\r\n",
    );
  });

  it("F57 a lone CR is a character like any other", async () => {
    expect((await edit("a\rb\nc\n", replace("b", "B"))).after).toBe("a\rB\nc\n");
  });

  it("F59 the byte-order mark stays and is not in the way", async () => {
    const { bytes } = await edit("\uFEFFhello\n世界\n", replace("hello", "hello2"));
    expect(bytes).toEqual(Buffer.from("\uFEFFhello2\n世界\n"));
  });

  it("F60 $ in the new text means nothing", async () => {
    const newText = 'log("$& $1 $$ $` $\' ok");';
    expect((await edit('log("done");', replace('log("done");', newText))).after).toBe(newText);
  });

  it("F62 a link stays a link, and both names edited at once get both edits", async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, "real.txt"), "a\nb\n");
    symlinkSync("real.txt", join(cwd, "link.txt"));
    const tool = editTool({ cwd });
    await Promise.all([
      call(tool, { path: "link.txt", edits: [replace("a", "A")] }),
      call(tool, { path: "real.txt", edits: [replace("b", "B")] }),
    ]);
    expect(readlinkSync(join(cwd, "link.txt"))).toBe("real.txt");
    expect(readFileSync(join(cwd, "real.txt"), "utf8")).toBe("A\nB\n");
  });

  it("F64 twenty edits of one file at once are all there", async () => {
    const cwd = makeFolder();
    const numbers = Array.from({ length: 20 }, (_, index) => index + 10);
    writeFileSync(join(cwd, "f"), numbers.map((number) => `line ${number}\n`).join(""));
    const results = await Promise.all(
      numbers.map((number) =>
        call(editTool({ cwd }), { path: "f", edits: [replace(`line ${number}`, `L${number}`)] }),
      ),
    );
    expect(results.filter((result) => result.isError)).toEqual([]);
    expect(readFileSync(join(cwd, "f"), "utf8")).toBe(
      numbers.map((number) => `L${number}\n`).join(""),
    );
  });

  it("F70 tabs stay and no final line feed is added", async () => {
    expect((await edit("\tif x:\n\t\ty", replace("y", "z"))).after).toBe("\tif x:\n\t\tz");
    expect((await edit("a\nb\n", replace("b\n", "c"))).after).toBe("a\nc");
  });
});

describe("several edits", () => {
  it("F67 are all matched against the file as it was", async () => {
    const { after, text } = await edit("one two\n", replace("two", "one"), replace("one", "two"));
    expect(after).toBe("two one\n");
    expect(text).toBe("Successfully replaced 2 blocks in f.");
  });

  const refused: readonly (readonly [string, string, Edit[], RegExp])[] = [
    [
      "overlapping places of one text",
      "aaa",
      [replace("aa", "b")],
      /edits\[0\]\.oldText occurs 2 times/,
    ],
    [
      "edits that overlap",
      "abcdef",
      [replace("cde", "x"), replace("abc", "y")],
      /edits\[0\] and edits\[1\] overlap/,
    ],
    [
      "a text that is there only after another edit",
      "one\n",
      [replace("one", "two"), replace("two", "three")],
      /edits\[1\]\.oldText is not in the file/,
    ],
    ["nothing to change", "a", [replace("a", "a")], /edits\[0\]\.oldText and newText are the same/],
    ["an empty text", "a", [replace("", "b")], /edits\[0\]\.oldText is empty/],
    [
      "a bad one among three",
      "a\nb\nc\n",
      [replace("a", "A"), replace("b", "B"), replace("x", "X")],
      /edits\[2\]\.oldText is not in the file/,
    ],
    ["none at all", "a", [], /must contain at least one/],
    ["only line endings to change", "a\r\n", [replace("a\r\n", "a\n")], /edits\[0\].*the same/],
  ];

  it.each(refused)(
    "F67 %s: refused by name, the file untouched",
    async (_, content, edits, text) => {
      const result = await edit(content, ...edits);
      expect(result.isError).toBe(true);
      expect(result.text).toMatch(text);
    },
  );
});

describe("the tolerant fallback", () => {
  it("F66 exact quotes are found and replaced exactly", async () => {
    const { after, text } = await edit("it’s “x”\n", replace("’", "'"));
    expect(after).toBe("it's “x”\n");
    expect(text).toBe("Successfully replaced 1 block in f.");
  });

  it("F66 straight quotes find curly ones, say so, and leave untouched lines as they were", async () => {
    const { after, text } = await edit(
      "it’s “x”\nchange me – now\nhe’s “y”\nthey’re\n",
      replace('it\'s "x"\nchange me - now\nhe\'s "y"', 'it\'s "x"\nchanged\nhe\'s "y"'),
    );
    expect(after).toBe("it’s “x”\nchanged\nhe’s “y”\nthey’re\n");
    expect(text).toContain("edits[0] matched only after differences");
  });

  it("F66 spaces at the ends of lines, in the file or in oldText, are no obstacle", async () => {
    expect((await edit("a  \nb\nc\n", replace("a\nb", "x\ny"))).after).toBe("x\ny\nc\n");
    expect((await edit("a\nb\nc\n", replace("a \nb\t", "x\ny"))).after).toBe("x\ny\nc\n");
    expect((await edit("a b c\n", replace("a b  ", "x"))).isError).toBe(true);
    expect((await edit("a\u00A0b\r\nc\r\n", replace("a b", "x"))).after).toBe("x\r\nc\r\n");
  });

  it("F66 what is like several places is refused", async () => {
    const { isError, text } = await edit("‘a’ ’a’\n", replace("'a'", "b"));
    expect(isError).toBe(true);
    expect(text).toContain("occurs 2 times");
  });

  it("F66 a match that would only straighten quotes back is no change", async () => {
    const { isError, text } = await edit("it’s\n", replace("it's", "it’s"));
    expect(isError).toBe(true);
    expect(text).toContain("edits[0] would leave it exactly as it is");
  });
});

describe("an edit that fails", () => {
  it("F67 names the edit and shows the nearest text with its lines", async () => {
    const content = "function one() {\n  return 1;\n}\n\nfunction two() {\n  return 2;\n}\n";
    const { text } = await edit(
      content,
      replace("function one", "function first"),
      replace("function two() {\n    return 3;\n}", "x"),
    );
    expect(text).toMatch(/^Could not edit f: edits\[1\]\.oldText is not in the file\./);
    expect(text).toMatch(
      /The nearest text is in lines 5-7:\n\nfunction two\(\) \{\n {2}return 2;\n\}$/,
    );
  });

  it("F67 says so when nothing is like it, and counts no further than makes sense", async () => {
    const none = await edit("a\n", replace("something else", "x"));
    expect(none.text).toContain("Nothing like it is there. Read the file again.");
    const many = await edit("a".repeat(5000), replace("a", "b"));
    expect(many.text).toContain("edits[0].oldText occurs 1000 or more times");
  });

  it("PEER 38 there is one shape: edits as a text of JSON are taken for what they are, others are refused by name", async () => {
    const cwd = makeFolder();
    writeFileSync(join(cwd, "f"), "a\n");
    const tool = editTool({ cwd });
    const edits = JSON.stringify([replace("a", "b")]);
    expect((await call(tool, { path: "f", edits })).isError).toBe(false);
    expect(readFileSync(join(cwd, "f"), "utf8")).toBe("b\n");
    const flat = await call(tool, { path: "f", ...replace("b", "c") });
    expect(flat).toMatchObject({ isError: true, text: expect.stringContaining("edits") });
  });
});

describe("files and answers", () => {
  it("C2.2 what is not UTF-8 text, not there or not a file is refused", async () => {
    const latin = await edit(Buffer.from([0x61, 0xe9, 0x0a]), replace("a", "b"));
    expect(latin.text).toContain("f: it is not UTF-8 text");
    const binary = await edit(Buffer.from([0x61, 0, 0x0a]), replace("a", "b"));
    expect(binary.text).toContain("f: it is not UTF-8 text");
    const cwd = makeFolder();
    const edits = [replace("a", "b")];
    expect((await call(editTool({ cwd }), { path: "x", edits })).text).toBe(
      "File not found: x. Its folder is empty.",
    );
    expect((await call(editTool({ cwd }), { path: ".", edits })).text).toContain("is a directory");
  });

  it("C2.1 details hold a unified diff of the real lines and where it begins", async () => {
    const { details } = await edit("a\r\nb\r\nc\r\n", replace("c", "d"));
    expect(details["firstChangedLine"]).toBe(3);
    expect(details["diff"]).toContain("@@ -1,3 +1,3 @@\n a\r\n b\r\n-c\r\n+d\r\n");
  });
});
