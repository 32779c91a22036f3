import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanLine, cleanText } from "../../../src/terminal/text/clean.ts";
import { stripControls } from "../../../src/terminal/text/strip-controls.ts";

describe("cleaning", () => {
  it("hostile control sequences are gone, with what belongs to them", () => {
    const hostile =
      "a\u001b[2J\u001b[31mb\u001b]0;owned\u0007c\u001b]52;c;aGk=\u001b\\d\u001bPq#0\u001b\\e\u001bcf\u009b2Jg";
    expect(cleanText(hostile)).toBe("abcdef2Jg");
  });

  it("no control character but the line feed is left, whatever comes", () => {
    const unit = fc.oneof(
      fc.integer({ min: 0, max: 0xa0 }).map((code) => String.fromCharCode(code)),
      fc.constantFrom("\u001b[", "\u001b]", "\u202e", "\u2066", "\ud800", "\udc00", "好"),
    );
    fc.assert(
      fc.property(fc.array(unit), (parts) => {
        const text = cleanText(parts.join(""));
        expect(text).not.toMatch(
          // oxlint-disable-next-line no-control-regex
          /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/,
        );
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });

  it("removing a sequence does not make another one of what is left", () => {
    expect(cleanText("\u001b\u001b[31m[2Jx")).toBe("[2Jx");
  });

  it("F93 tabs are spaces up to the next stop, by cells", () => {
    expect(cleanText("a\tb\n好\tc\tend")).toBe("a   b\n好  c   end");
    expect(cleanText("\tx", 8)).toBe("        x");
  });

  it("every line break is a line feed", () => {
    expect(cleanText("a\r\nb\rc\u2028d")).toBe("a\nb\nc\nd");
  });

  it("what is shown in one line has no line break", () => {
    expect(cleanLine("a\r\nb\u001b[2J\u2028c\td")).toBe("a b c   d");
  });

  it("a part of a stream keeps its tabs and line feeds", () => {
    expect(stripControls("a\tb\u001b[0m\r\n")).toBe("a\tb\n");
  });

  it("lone surrogates are replaced, the sequence of a flag stays", () => {
    expect(cleanText("a\ud83dz")).toBe("a\ufffdz");
    expect(cleanText("👨‍👩‍👧‍👦")).toBe("👨‍👩‍👧‍👦");
  });

  it("a long text of beginnings without ends takes linear time", () => {
    const started = performance.now();
    expect(cleanText("\u001b]x".repeat(200_000))).toHaveLength(200_000);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
