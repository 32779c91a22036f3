import fc from "fast-check";

/** What a line holds between its words; the last ones are not complete, so that they are text, or become sequences. */
const sequences = [
  "\u001b[0m",
  "\u001b[m",
  "\u001b[1m",
  "\u001b[22m",
  "\u001b[31m",
  "\u001b[1;38;5;172m",
  "\u001b[22;39m",
  "\u001b[48;2;1;2;3m",
  "\u001b[4:3m",
  "\u001b]8;;https://example.org/a\u001b\\",
  "\u001b]8;id=1;https://example.org/b c\u0007",
  "\u001b]8;;\u001b\\",
  "\u001b[2K",
  "\u001b[?25l",
  "\u001b7",
  "\u001b[",
  "\u001b[1",
  "\u001b]8;;https://example.org",
  "\u001b",
];

const word: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map(characterOf), maxLength: 9 }),
  fc.constantFrom("averyveryveryverylongwordwithoutanyspace", "it’s", "·", "naïve", "→", "│"),
);

const space: fc.Arbitrary<string> = fc.constantFrom(" ", " ", " ", "  ", "     ");

/** A line of characters that take one cell each. */
export const narrowLine: fc.Arbitrary<string> = joined(fc.oneof(word, space));

/** A line of characters that take one cell each, with sequences at any place. */
export const styledLine: fc.Arbitrary<string> = joined(
  fc.oneof(word, space, fc.constantFrom(...sequences)),
);

/** A line with sequences, and some characters that take no cell, or two. */
export const styledMixedLine: fc.Arbitrary<string> = joined(
  fc.oneof(word, space, fc.constantFrom(...sequences), fc.constantFrom("你好", "●", "é", "👍🏽")),
);

function characterOf(point: number): string {
  return String.fromCodePoint(point);
}

function joined(part: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.array(part, { maxLength: 24 }).map((parts) => parts.join(""));
}
