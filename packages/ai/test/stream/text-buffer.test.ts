import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TextBuffer } from "../../src/stream/text-buffer.ts";

describe("TextBuffer", () => {
  it("C13.3 gives all pieces, after each of them, however many and however long", () => {
    const pieces = fc.array(fc.string({ maxLength: 3 }), { maxLength: 1_000, size: "max" });
    const property = fc.property(pieces, (list) => {
      const buffer = new TextBuffer();
      let text = "";
      for (const piece of list) {
        text += piece;
        if (buffer.append(piece) !== text || buffer.text !== text) return false;
      }
      buffer.clear();
      return buffer.text === "" && buffer.append("x") === "x";
    });
    expect(() => fc.assert(property, { numRuns: 100 })).not.toThrow();
  });
});
