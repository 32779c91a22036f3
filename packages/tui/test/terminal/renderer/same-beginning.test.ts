import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sameBeginning } from "../../../src/terminal/renderer/same-beginning.ts";
import { sameCells } from "../../../src/terminal/renderer/same-cells.ts";
import { narrowLine, styledLine, styledMixedLine } from "../support/styled-lines.ts";

const line = fc.oneof(narrowLine, styledLine, styledLine, styledMixedLine);

describe("what two lines begin with", () => {
  it("F93 is what a comparison cell by cell finds, wherever the lines part", () => {
    fc.assert(
      fc.property(line, fc.nat({ max: 200 }), line, line, (shared, at, before, after) => {
        const start = shared.slice(0, at);
        const [old, fresh] = [start + before, start + after];
        expect(sameBeginning(old, fresh)).toEqual(sameCells(old, fresh));
        expect(sameBeginning(shared, fresh)).toEqual(sameCells(shared, fresh));
        expect(sameBeginning(old, old)).toEqual(sameCells(old, old));
      }),
      { numRuns: 3000 },
    );
  });

  it("F93 does not end within a sequence", () => {
    expect(sameBeginning("ab\u001b[1mcd", "ab\u001b[1;31mcd")).toEqual({
      column: 2,
      length: 2,
      open: "",
    });
    const link = "\u001b]8;;https://example.org/";
    const plain = "\u001b[1mab";
    expect(sameBeginning(`${plain}${link}a\u001b\\c`, `${plain}${link}b\u001b\\c`)).toEqual({
      column: 2,
      length: plain.length,
      open: "\u001b[1m",
    });
  });

  it("F93 takes a sequence for what it is in each line, although both begin with the same characters", () => {
    // Without its end the first is ESC [ and text.
    expect(sameBeginning("ab\u001b[1 1m", "ab\u001b[1m")).toEqual({
      column: 2,
      length: 2,
      open: "",
    });
  });

  it("F93 counts columns, and not characters, of East Asian text", () => {
    expect(sameBeginning("\u001b[1m你好吗", "\u001b[1m你好啊")).toEqual({
      column: 4,
      length: 6,
      open: "\u001b[1m",
    });
  });
});
