import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hardWrapCells } from "../../../src/terminal/text/hard-wrap-cells.ts";
import { hardWrap } from "../../../src/terminal/text/hard-wrap.ts";
import { displayWidth } from "../../../src/terminal/text/width.ts";
import { narrowLine, styledLine } from "../support/styled-lines.ts";

describe("cutting lines of code", () => {
  it("F93 cuts narrow characters as cutting cell by cell does", () => {
    fc.assert(
      fc.property(
        fc.oneof(narrowLine, styledLine),
        fc.integer({ min: 1, max: 40 }),
        (line, width) => {
          const fits = displayWidth(line) <= width;
          expect(hardWrap(line, width)).toEqual(fits ? [line] : hardWrapCells(line, width));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("F93 keeps every space, and each line's styles to itself", () => {
    expect(hardWrap("a  \u001b[32mb  c\u001b[39m", 3)).toEqual([
      "a  \u001b[32m\u001b[0m",
      "\u001b[32mb  \u001b[0m",
      "\u001b[32mc\u001b[39m",
    ]);
  });
});
