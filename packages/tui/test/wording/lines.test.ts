import { describe, expect, it } from "vitest";
import { firstLine, oneLine, shortened } from "../../src/wording/lines.ts";

describe("lines for people", () => {
  it("C5 a text in one line keeps its words", () => {
    expect(oneLine(" a  b\r\n  c\n\nd \n")).toBe("a  b c d");
    expect(firstLine("a\nb")).toBe("a");
    expect(firstLine("")).toBe("");
  });

  it("C5 a text is cut between characters, and only when it is too long", () => {
    expect(shortened("😀😀😀", 3)).toBe("😀😀😀");
    expect(shortened("😀😀😀a", 3)).toBe("😀😀😀…");
    expect(shortened("a".repeat(1_000_000), 2)).toBe("aa…");
  });
});
