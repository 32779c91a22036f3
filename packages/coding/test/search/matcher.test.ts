import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compilePattern } from "../../src/search/matcher.ts";
import { isCheap } from "../../src/search/pattern-cost.ts";

const code = Array.from({ length: 12 }, () => "x".repeat(200));

describe("the cost of a pattern", () => {
  it.each(["foo", "fo+\\w+", "(a|b)c", "[a+*]x", "\\(a\\)+", "a.*b", "colou?r"])(
    "C5.1 %s is cheap on lines of code",
    (source) => expect(isCheap(source, code)).toBe(true),
  );

  it.each(["(a+)+b", "(a|a)*b", "a*a*a*a*b", "(?:x?){30}", "(a)\\1b", "a?".repeat(20), "(.*)*"])(
    "C5.1 %s is not",
    (source) => expect(isCheap(source, code)).toBe(false),
  );

  it("C5.1 on a very long line nothing with repetitions is", () => {
    const long = ["x".repeat(1_000_000)];
    expect([isCheap("foo", long), isCheap("a.*b", long)]).toEqual([true, false]);
  });
});

it("C2.1 lines match alike with and without a time limit", () => {
  const pattern = fc.constantFrom("a+b", "(a+)+b", "^b", "a$", "(a|b){2}", "[^a]");
  const lines = fc.array(fc.string({ unit: fc.constantFrom("a", "b", "é"), maxLength: 8 }));
  fc.assert(
    fc.property(pattern, lines, (source, texts) => {
      const matcher = compilePattern({ pattern: source, isLiteral: false, ignoresCase: false });
      expect(matcher(texts)).toEqual(texts.map((text) => new RegExp(source, "u").test(text)));
    }),
  );
});
