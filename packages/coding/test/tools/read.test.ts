import { execFileSync } from "node:child_process";
import { openSync, closeSync, truncateSync, writeFileSync, writeSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readTool } from "../../src/tools/read.ts";
import { call } from "../support/call.ts";
import type { Called } from "../support/call.ts";
import { makeFolder } from "../support/files.ts";

function read(
  content: string | Uint8Array,
  args: object = {},
  options: object = {},
): Promise<Called> {
  const cwd = makeFolder();
  writeFileSync(join(cwd, "f"), content);
  return call(readTool({ cwd, ...options }), { path: "f", ...args });
}

describe("a text", () => {
  it("C8.3 that fits is shown as it is, final line feed or not", async () => {
    expect(await read("a\nb\n")).toMatchObject({ text: "a\nb\n", isError: false });
    expect((await read("a\nb")).text).toBe("a\nb");
    expect((await read("a\n\n\n")).text).toBe("a\n\n\n");
  });

  it("C8.3 that goes on after what is shown says where to continue", async () => {
    const lines = (await read("1\n2\n3\n4\n5\n", { offset: 2, limit: 2 })).text;
    expect(lines).toBe("2\n3\n\n[Showing lines 2-3 of 5. Use offset=4 to continue.]");
    expect((await read("1\n2\n3", { limit: 2 })).text).toBe(
      "1\n2\n\n[Showing lines 1-2 of 3. Use offset=3 to continue.]",
    );
    expect((await read("1\n2\n3\n", { offset: 3 })).text).toBe("3\n");
  });

  it("C8.1 is shown up to 2,000 lines or 50,000 bytes, whole lines only", async () => {
    const many = await read("x\n".repeat(2001));
    expect(many.text).toMatch(
      /x\n\n\[Showing lines 1-2000 of 2001\. Use offset=2001 to continue\.\]$/,
    );
    const wide = await read(`${"é".repeat(10_000)}\n`.repeat(4));
    expect(wide.text).toContain("[Showing lines 1-2 of 4. Use offset=3 to continue.]");
    expect(Buffer.byteLength(wide.text)).toBeLessThan(50_100);
    expect((await read("a\nb\nc\n", {}, { maxLines: 1 })).text).toContain("lines 1-1 of 3");
  });

  it("C8.3 with a line over the budget says how to skip it, if there is more", async () => {
    const long = "é".repeat(10);
    expect((await read(`${long}\nb\n`, {}, { maxBytes: 19 })).text).toBe(
      "[Line 1 of f is 20 bytes, over the 19-byte budget of one read, so none of it is shown. Use offset=2 to skip it.]",
    );
    expect((await read(`a\n${"b".repeat(99)}`, { offset: 2 }, { maxBytes: 19 })).text).toBe(
      "[Line 2 of f is 99 bytes, over the 19-byte budget of one read, so none of it is shown.]",
    );
    expect((await read(`a\n${"b".repeat(99)}`, {}, { maxBytes: 19 })).text).toBe(
      "a\n\n[Showing lines 1-1 of 2. Use offset=2 to continue.]",
    );
  });

  it("C8.3 read past its end says how long it is; the first line of an empty file is fine", async () => {
    expect(await read("a\nb\n", { offset: 3 })).toMatchObject({
      isError: true,
      text: "offset 3 is past the end of f: 2 lines",
    });
    expect(await read("", { offset: 2 })).toMatchObject({
      isError: true,
      text: "offset 2 is past the end of f: 0 lines",
    });
    expect(await read("", { offset: 1 })).toMatchObject({ isError: false, text: "(empty file)" });
  });

  it.each([{ offset: 0 }, { limit: 0 }, { offset: -1 }])("C8.3 refuses %o", async (args) => {
    expect(await read("a", args)).toMatchObject({
      isError: true,
      text: "offset and limit must be 1 or more",
    });
  });

  it("F57 with CRLF is shown with LF, a lone CR stays", async () => {
    expect((await read("a\r\nb\rc\r\nd\r")).text).toBe("a\nb\rc\nd\r");
  });

  it("F59 is shown without its byte-order mark", async () => {
    expect((await read("\uFEFFhello\n世界\n")).text).toBe("hello\n世界\n");
  });

  it("F3 is decoded across the places where the disk cuts it", async () => {
    const line = `${"a".repeat(262_143)}é😀\n`;
    expect((await read(line, {}, { maxBytes: 300_000 })).text).toBe(line);
  });

  it("C8.3 with bytes that are not UTF-8 is shown with a remark", async () => {
    const { text, isError } = await read(Buffer.from([0x61, 0xff, 0x62, 0x0a]));
    expect(isError).toBe(false);
    expect(text).toBe("a\uFFFDb\n\n[Some bytes are not UTF-8; they are shown as \uFFFD.]");
  });
});

describe("a large file", () => {
  it("PEER 40 of 1 GB costs no more than the part that is read", async () => {
    const cwd = makeFolder();
    const file = openSync(join(cwd, "f"), "w");
    writeSync(file, "line\n".repeat(10_000));
    closeSync(file);
    truncateSync(join(cwd, "f"), 1024 ** 3);
    const before = process.memoryUsage().rss;
    const { text, milliseconds } = await call(readTool({ cwd }), { path: "f", limit: 2 });
    expect(text).toBe(
      "line\nline\n\n[Showing lines 1-2 of more than 2. Use offset=3 to continue.]",
    );
    expect(milliseconds).toBeLessThan(500);
    expect(process.memoryUsage().rss - before).toBeLessThan(50e6);
  });

  it("C8.3 of up to 64 MiB is counted to its end", async () => {
    const { text } = await read("line\n".repeat(1_000_000), { limit: 1 });
    expect(text).toContain("lines 1-1 of 1000000.");
  });
});

describe("what is no text", () => {
  it("C8.3 a missing file is answered with what is there", async () => {
    const cwd = makeFolder();
    const missing = await call(readTool({ cwd }), { path: "c" });
    expect(missing.text).toBe("File not found: c. Its folder is empty.");
    for (const name of ["b", "a"]) writeFileSync(join(cwd, name), "");
    expect(await call(readTool({ cwd }), { path: "c" })).toMatchObject({
      isError: true,
      text: "File not found: c. Files here: a, b",
    });
    mkdirSync(join(cwd, "sub"));
    expect((await call(readTool({ cwd }), { path: "./c" })).text).toBe(
      "File not found: ./c. Files here: a, b, sub/",
    );
    expect((await call(readTool({ cwd }), { path: "no/c" })).text).toBe(
      `File not found: no/c. There is no folder ${cwd}/no.`,
    );
  });

  it("C2.2 folders, FIFOs and devices are refused by name", async () => {
    const cwd = makeFolder();
    execFileSync("mkfifo", [join(cwd, "fifo")]);
    const texts = ["fifo", ".", "/dev/zero"].map(
      async (path) => (await call(readTool({ cwd }), { path })).text,
    );
    expect(await Promise.all(texts)).toEqual([
      "fifo is a fifo, not a file that can be read.",
      ". is a folder. Use ls to see what is in it.",
      "/dev/zero is a device, not a file that can be read.",
    ]);
  });

  it("C2.2 binary files are refused, wherever the NUL is shown", async () => {
    expect(await read(Buffer.from([1, 0, 2]))).toMatchObject({
      isError: true,
      text: expect.stringContaining("f is a binary file"),
    });
    const late = Buffer.concat([Buffer.alloc(20_000, "a\n"), Buffer.from([0])]);
    expect((await read(late, {}, { maxLines: 20_000 })).isError).toBe(true);
    expect((await read(late, { limit: 5 })).isError).toBe(false);
  });
});

describe("an image", () => {
  const starts: readonly (readonly [string, string])[] = [
    ["image/png", "89504e470d0a1a0a0000000d"],
    ["image/jpeg", "ffd8ffe000104a46"],
    ["image/gif", "474946383961010001"],
    ["image/webp", "524946461a000000574542505650"],
  ];

  it.each(starts)("C2.1 of type %s is told by its first bytes and shown", async (mimeType, hex) => {
    const { content, details } = await read(Buffer.from(hex, "hex"));
    expect(content[1]).toEqual({
      type: "image",
      mimeType,
      data: Buffer.from(hex, "hex").toString("base64"),
    });
    expect(details).toMatchObject({ mimeType });
  });

  it("C2.1 too large for models is refused with its size", async () => {
    const image = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(4_000_000)]);
    const { isError, text } = await read(image);
    expect(isError).toBe(true);
    expect(text).toContain("f is an image of 4000008 bytes");
    expect(text).toContain("(5 MB)");
  });
});
