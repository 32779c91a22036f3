import fc from "fast-check";
import { eastAsianWidth } from "get-east-asian-width";
import { describe, expect, it } from "vitest";
import { cleanText } from "../../../src/terminal/text/clean.ts";
import { displayWidth, isNarrowText, splitGraphemes } from "../../../src/terminal/text/width.ts";
import { wrapText } from "../../../src/terminal/text/wrap.ts";
import { fitText } from "../../../src/terminal/text/fit.ts";
import { themeFor } from "../../../src/terminal/text/theme.ts";
import { createXterm, feed, screenRows } from "../support/xterm.ts";
import { anyText } from "../support/texts.ts";

const family = "👨‍👩‍👧‍👦";

describe("the width of text", () => {
  it.each([
    ["plain", 5],
    ["你好，世界", 10],
    [family, 2],
    ["🇩🇪", 2],
    ["e\u0301", 1],
    ["❤️", 2],
    ["1️⃣", 2],
    ["👍🏽", 2],
    ["한국", 4],
    ["\u1112\u1161\u11ab", 2],
    ["", 0],
    ["\u001b[1;31mred\u001b[0m", 3],
    ["\u001b]8;;https://example.org/a\u001b\\link\u001b]8;;\u001b\\", 4],
    ["\u001b]0;title\u0007", 0],
  ])("F93 %j takes %i cells", (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it("F93 the cursor of a terminal that knows clusters stands where the width says", async () => {
    const terminal = createXterm(200, 3);
    await fc.assert(
      fc.asyncProperty(anyText, async (raw) => {
        const text = cleanText(raw).replaceAll("\n", " ");
        fc.pre(displayWidth(text) < 200);
        await feed(terminal, `\u001b[H\u001b[2K${text}`);
        expect(terminal.buffer.active.cursorX).toBe(displayWidth(text));
      }),
      { numRuns: 500 },
    );
  });

  it("F93 no line of wrapped text is wider than the width, in the terminal neither", async () => {
    await fc.assert(
      fc.asyncProperty(anyText, fc.integer({ min: 2, max: 40 }), async (raw, width) => {
        const lines = wrapText(cleanText(raw), width);
        const terminal = createXterm(width, lines.length + 1);
        await feed(terminal, lines.join("\r\n"));
        expect(terminal.buffer.active.baseY).toBe(0);
        expect(terminal.buffer.active.cursorY).toBe(lines.length - 1);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        terminal.dispose();
      }),
      { numRuns: 200 },
    );
  });

  it("F93 wrapping loses nothing but spaces, and styles change nothing about it", () => {
    const theme = themeFor({ TERM: "xterm-256color" });
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 40 }), (raw, width) => {
        const text = cleanText(raw);
        const lines = wrapText(text, width);
        const bare = (all: string): string => all.replaceAll(/\s/g, "");
        expect(bare(lines.join(""))).toBe(bare(text));
        const painted = wrapText(theme.paint("error", text), width);
        expect(painted.map((line) => cleanText(line))).toEqual(lines);
      }),
    );
  });

  it("F93 a cut text fills at most the width and says that it was cut", () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 40 }), (raw, width) => {
        const text = cleanText(raw).replaceAll("\n", " ");
        const fitted = fitText(text, width);
        expect(displayWidth(fitted)).toBeLessThanOrEqual(width);
        if (fitted !== text) expect(fitted).toMatch(/…$/);
      }),
    );
  });

  it("F93 a character too wide for the terminal does not break its rows", async () => {
    const lines = wrapText(`a${family}b`, 1);
    const terminal = createXterm(2, 8);
    await feed(terminal, lines.join("\r\n"));
    expect(lines).toEqual(["a", "?", "b"]);
    expect(screenRows(terminal).slice(0, 3)).toEqual(lines);
  });

  it("F93 narrow characters take one cell each, join no other, and have one space among them", () => {
    const units = Array.from({ length: 0x1_00_00 }, (_, code) => String.fromCharCode(code));
    const narrow = units.filter((unit) => isNarrowText(unit));
    expect(narrow.length).toBeGreaterThan(1000);
    expect(narrow.filter((unit) => eastAsianWidth(unit.codePointAt(0) ?? 0) !== 1)).toEqual([]);
    expect(narrow.filter((unit) => unit.trim() === "")).toEqual([" "]);
    const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...narrow), maxLength: 60 }), (text) => {
        expect(Array.from(segmenter.segment(text), ({ segment }) => segment)).toEqual(
          text.split(""),
        );
      }),
    );
  });

  it("splits text into what a reader sees as characters", () => {
    expect(splitGraphemes(`a${family}e\u0301🇩🇪`)).toEqual(["a", family, "e\u0301", "🇩🇪"]);
  });
});
