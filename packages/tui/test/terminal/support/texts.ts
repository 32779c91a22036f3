import fc from "fast-check";

const pieces = [
  "你好，世界",
  "「引用」",
  "👨‍👩‍👧‍👦",
  "🇩🇪",
  "e\u0301",
  "❤️",
  "1️⃣",
  "👍🏽",
  "한국어",
  "\u1112\u1161\u11ab",
  "क्षि",
  "ไทย",
  "\t",
  "\n",
  " ",
  "  ",
  "─│┌",
  "…",
  "supercalifragilisticexpialidocious",
];

/** Text as people, models and tools write it: words, East Asian text, emoji, accents, tabs and lines. */
export const anyText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...pieces),
      fc.string({ maxLength: 12 }),
      fc.string({
        maxLength: 4,
        unit: fc
          .integer({ min: 0x4e_00, max: 0x9f_ff })
          .map((point) => String.fromCodePoint(point)),
      }),
      fc.string({
        maxLength: 3,
        unit: fc
          .integer({ min: 0x1_f6_00, max: 0x1_f6_4f })
          .map((point) => String.fromCodePoint(point)),
      }),
    ),
    { maxLength: 14 },
  )
  .map((all) => all.join(""));
