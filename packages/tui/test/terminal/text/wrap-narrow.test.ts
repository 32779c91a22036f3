import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Pen } from "../../../src/terminal/text/pen.ts";
import { wrapCells } from "../../../src/terminal/text/wrap-cells.ts";
import { wrapText } from "../../../src/terminal/text/wrap.ts";
import { narrowLine, styledLine, styledMixedLine } from "../support/styled-lines.ts";

const widths = fc.integer({ min: 1, max: 40 });

function wrapAsCells(lines: readonly string[], width: number): readonly string[] {
  const wrapped: string[] = [];
  const pen = new Pen();
  for (const line of lines) wrapCells(line, width, pen, wrapped);
  return wrapped;
}

describe("wrapping lines of narrow characters by slices", () => {
  it("F93 gives plain lines as wrapping them cell by cell does", () => {
    fc.assert(
      fc.property(fc.array(narrowLine, { minLength: 1, maxLength: 3 }), widths, (lines, width) => {
        expect(wrapText(lines.join("\n"), width)).toEqual(wrapAsCells(lines, width));
      }),
      { numRuns: 2000 },
    );
  });

  it("F93 gives styled lines as wrapping them cell by cell does, and hands on what is on", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(styledLine, styledLine, styledMixedLine), { minLength: 1, maxLength: 3 }),
        widths,
        (lines, width) => {
          expect(wrapText(lines.join("\n"), width)).toEqual(wrapAsCells(lines, width));
        },
      ),
      { numRuns: 4000 },
    );
  });

  it.each([
    ["sequences only", "\u001b[1m\u001b[22m", 4, ["\u001b[1m\u001b[22m"]],
    ["a sequence behind the last space", "ab \u001b[1mcd", 2, ["ab", "\u001b[1mcd\u001b[0m"]],
    ["spaces at the end that do not fit", "ab  \u001b[1m  ", 2, ["ab"]],
    ["spaces only", "   \u001b[1m  ", 3, ["   \u001b[1m\u001b[0m"]],
    ["a sequence at a cut word", "ab\u001b[1mcd", 2, ["ab", "\u001b[1mcd\u001b[0m"]],
    ["a long word behind an indentation", "  abcd", 2, ["  ", "ab", "cd"]],
  ])("F93 wraps %s", (_, text, width, lines) => {
    expect(wrapText(text, width)).toEqual(lines);
  });
});
