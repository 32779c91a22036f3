import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isQuotation, quotedMark, toPhrase, valueOf } from "../../src/offline/quotes.ts";

function masked(text: string): string {
  return toPhrase(text).mask.replaceAll(quotedMark, "_");
}

describe("quotations", () => {
  it.each([
    ['a "b c" d', "a _____ d"],
    ["a 'b c' d", "a _____ d"],
    ["`a`,“b”,‘c’,«d»", "___,___,___,___"],
    ["what's in bob's file", "what's in bob's file"],
    ["'what's it' now", "___________ now"],
    ['an "open end', 'an "open end'],
    ['5" and 6" pipes', '5" and 6" pipes'],
    ['"a \\" b" c', "________ c"],
    ["\"it's\" 'x'", "______ ___"],
  ])("in %j are found", (text, mask) => expect(masked(text)).toBe(mask));

  it("of any text have a mask of the same length that keeps what is not quoted", () => {
    const character = fc.constantFrom('"', "'", "`", "“", "”", " ", "a", "\\", "👋");
    fc.assert(
      fc.property(fc.string({ unit: character }), (text) => {
        const { mask } = toPhrase(text);
        expect(mask).toHaveLength(text.length);
        for (let at = 0; at < text.length; at += 1) {
          if (mask[at] !== quotedMark) expect(mask[at]).toBe(text[at]);
        }
      }),
    );
  });

  it.each([
    ['"a b"', "a b"],
    ['"a \\"b\\" \\n"', 'a "b" \\n'],
    ["“a”", "a"],
    ["plain", "plain"],
    ['"a" b', '"a" b'],
  ])("%j stands for %j", (text, value) => expect(valueOf(toPhrase(text))).toBe(value));

  it("is one only when nothing stands beside it", () => {
    expect(isQuotation(toPhrase('"a"'))).toBe(true);
    expect(isQuotation(toPhrase('"a" "b"'))).toBe(false);
    expect(isQuotation(toPhrase(""))).toBe(false);
  });
});
