import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitCells } from "../../../src/terminal/text/fit-cells.ts";
import { fitText } from "../../../src/terminal/text/fit.ts";
import { displayWidth } from "../../../src/terminal/text/width.ts";
import { narrowLine, styledLine } from "../support/styled-lines.ts";

describe("cutting a text to a width", () => {
  it("F93 cuts narrow characters as cutting cell by cell does", () => {
    fc.assert(
      fc.property(
        fc.oneof(narrowLine, styledLine),
        fc.integer({ min: 1, max: 40 }),
        (line, width) => {
          const fits = displayWidth(line) <= width;
          expect(fitText(line, width)).toBe(fits ? line : fitCells(line, width));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("F93 keeps the sequences up to the cut, and closes what they put on", () => {
    expect(fitText("ab\u001b[1mc\u001b[31mdef", 4)).toBe("ab\u001b[1mc\u001b[31m…\u001b[0m");
    expect(fitText("abc", 2.5)).toBe("a…");
    expect(fitText("abc", 0)).toBe("");
  });
});
