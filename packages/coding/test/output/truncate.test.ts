import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { truncateHead, truncateTail } from "../../src/output/truncate.ts";

/** Texts in which line feeds, other line separators and characters of every UTF-8 length are common. */
const texts = fc.string({
  unit: fc.constantFrom("a", "b", "\n", "\n", "\r", "\u2028", "é", "世", "😀"),
  maxLength: 60,
});
const budgets = fc.record({
  maxLines: fc.integer({ min: 1, max: 8 }),
  maxBytes: fc.integer({ min: 1, max: 40 }),
});

describe("truncateHead", () => {
  it("C8.1 a text within 2,000 lines and 50,000 bytes comes back as it is", () => {
    const text = "line\n".repeat(2000);
    expect(truncateHead(text)).toEqual({
      text,
      shownLines: 2000,
      totalLines: 2000,
      truncated: false,
    });
  });

  it("C8.1 the 2,001st line and the 50,001st byte are over the default budget", () => {
    expect(truncateHead("\n".repeat(2001))).toMatchObject({ shownLines: 2000, truncated: true });
    expect(truncateHead("a".repeat(50_000)).truncated).toBe(false);
    expect(truncateHead(`${"é".repeat(25_000)}\nx`)).toMatchObject({
      shownLines: 1,
      truncated: true,
    });
  });

  it("C8.1 only a line feed ends a line", () => {
    expect(truncateHead("a\rb\u2028c\u0085d\ve\n").totalLines).toBe(1);
  });

  it("C8.2 a first line that alone is too big leaves nothing, never half a line", () => {
    expect(truncateHead("abcdef\nx", { maxBytes: 5 })).toEqual({
      text: "",
      shownLines: 0,
      totalLines: 2,
      truncated: true,
    });
  });

  it("C8.2 what is kept is the start, in whole lines, within the budget", () => {
    fc.assert(
      fc.property(texts, budgets, (text, budget) => {
        const kept = truncateHead(text, budget);
        expect(Buffer.byteLength(kept.text)).toBeLessThanOrEqual(budget.maxBytes);
        expect(kept.shownLines).toBeLessThanOrEqual(budget.maxLines);
        const lines = text.split("\n");
        const all = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
        expect(kept.totalLines).toBe(all.length);
        const shown = all.slice(0, kept.shownLines);
        expect(kept.text).toBe(kept.truncated ? shown.join("\n") : text);
        const next = all[kept.shownLines];
        const isTight =
          next === undefined ||
          kept.shownLines === budget.maxLines ||
          Buffer.byteLength([...shown, next].join("\n")) > budget.maxBytes;
        expect(isTight).toBe(true);
      }),
    );
  });

  it("C8.1 a limit below 1 is a mistake of the caller", () => {
    expect(() => truncateHead("a", { maxLines: 0 })).toThrow(RangeError);
    expect(() => truncateTail("a", { maxBytes: Number.NaN })).toThrow(RangeError);
  });
});

describe("truncateTail", () => {
  it("C8.2 keeps the end", () => {
    expect(truncateTail("a\nb\nc\n", { maxLines: 2 })).toEqual({
      text: "b\nc",
      shownLines: 2,
      totalLines: 3,
      truncated: true,
    });
  });

  it("C8.2 of a last line that alone is too big the last bytes stay, from a code-point boundary, and it says so", () => {
    expect(truncateTail("x\nab😀é", { maxBytes: 5 })).toEqual({
      text: "é",
      shownLines: 1,
      totalLines: 2,
      truncated: true,
      partialLine: true,
    });
    expect(truncateTail("ab😀é\n", { maxBytes: 6 }).text).toBe("😀é");
  });

  it("C8.2 what is kept is the end, in whole lines unless it says otherwise, within the budget", () => {
    fc.assert(
      fc.property(texts, budgets, (text, budget) => {
        const kept = truncateTail(text, budget);
        expect(Buffer.byteLength(kept.text)).toBeLessThanOrEqual(budget.maxBytes);
        expect(kept.shownLines).toBeLessThanOrEqual(budget.maxLines);
        const lines = text.split("\n");
        const all = lines.at(-1) === "" ? lines.slice(0, -1) : lines;
        const shown = all.slice(all.length - kept.shownLines).join("\n");
        const expected = kept.truncated ? shown : text;
        expect(kept.partialLine ? expected.endsWith(kept.text) : expected === kept.text).toBe(true);
        expect(kept.text.isWellFormed()).toBe(true);
      }),
    );
  });
});
