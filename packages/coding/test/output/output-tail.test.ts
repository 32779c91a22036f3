import fc from "fast-check";
import { expect, it } from "vitest";
import { OutputTail } from "../../src/output/output-tail.ts";
import { overwrite } from "../../src/output/sanitise.ts";
import { truncateTail } from "../../src/output/truncate.ts";

it("C8.2 a text that arrives in pieces is cut as the whole would be", () => {
  const piece = fc.string({
    unit: fc.constantFrom("a", "é", "😀", "\n", "\n", "\r"),
    maxLength: 30,
  });
  const budgets = fc.record({
    maxLines: fc.integer({ min: 1, max: 6 }),
    maxBytes: fc.integer({ min: 4, max: 20 }),
  });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), budgets, (pieces, budget) => {
      const tail = new OutputTail(budget);
      for (const text of pieces) tail.push(text);
      const whole = truncateTail(overwrite(pieces.join("").replace(/\r+\n/g, "\n")), budget);
      const shown = tail.read();
      // Lines that were overwritten after they had pushed older ones out are the one thing a bounded memory cannot undo.
      const hasOverwritten = /\r[^\r\n]/.test(pieces.join(""));
      expect(hasOverwritten ? whole.text.endsWith(shown.text) : shown).toEqual(
        hasOverwritten ? true : whole,
      );
    }),
    { numRuns: 500 },
  );
});

it("C8.2 the number of lines is that of the whole text, however little of it is kept", () => {
  const tail = new OutputTail({ maxLines: 3, maxBytes: 100 });
  for (let line = 1; line <= 10_000; line++) tail.push(`${line}\n`);
  expect(tail.read()).toEqual({
    text: "9998\n9999\n10000",
    shownLines: 3,
    totalLines: 10_000,
    truncated: true,
  });
});
