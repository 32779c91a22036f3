import { describe, expect, it } from "vitest";
import { LineReader } from "../../src/rpc/line-reader.ts";
import type { ReadLine } from "../../src/rpc/line-reader.ts";

function readAll(reader: LineReader, bytes: Uint8Array, size: number): ReadLine[] {
  const lines: ReadLine[] = [];
  for (let at = 0; at < bytes.length; at += size)
    lines.push(...reader.push(bytes.subarray(at, at + size)));
  const last = reader.end();
  return last ? [...lines, last] : lines;
}

describe("LineReader", () => {
  it.each([1, 2, 3, 7, 1000])(
    "F102 lines end at LF and nowhere else, in pieces of %i bytes too",
    (size) => {
      const bytes = new TextEncoder().encode('a\u2028b\u2029é🙂\r\n\n{"x":1}\nrest');
      expect(readAll(new LineReader(1000), bytes, size)).toEqual([
        { text: "a\u2028b\u2029é🙂" },
        { text: "" },
        { text: '{"x":1}' },
        { text: "rest" },
      ]);
    },
  );

  it("F102 a line that is too long is told of with its size, and the next one is read", () => {
    const bytes = new TextEncoder().encode(`${"x".repeat(50)}\nok\n`);
    expect(readAll(new LineReader(10), bytes, 4)).toEqual([{ tooLongBytes: 50 }, { text: "ok" }]);
  });
});
