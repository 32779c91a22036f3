import { describe, expect, it } from "vitest";
import { nearestText } from "../../src/edit/nearest-text.ts";

const file = [
  "import a",
  "",
  "function one() {",
  "  return compute(1);",
  "}",
  "",
  "function two() {",
  "  return compute(2, 'x');",
  "}",
].join("\n");

describe("the nearest text", () => {
  it("F67 is where most of the lines stand, whatever their indentation", () => {
    expect(nearestText(file, "function two() {\n    return compute(3);\n}")).toEqual({
      firstLine: 7,
      lines: ["function two() {", "  return compute(2, 'x');", "}"],
    });
  });

  it("F67 is the line that shares most with the longest one, when none stands there", () => {
    expect(nearestText(file, "  return compute(2, 'y');")).toEqual({
      firstLine: 8,
      lines: ["  return compute(2, 'x');"],
    });
    expect(nearestText(file, "IMPORT  A")).toEqual({ firstLine: 1, lines: ["import a"] });
  });

  it("F67 is not there when nothing is like it, and of a huge text it is not looked for", () => {
    expect(nearestText(file, "completely different words")).toBeUndefined();
    expect(nearestText("", "x")).toBeUndefined();
    expect(nearestText("import a\n".repeat(1_000_000), "import a b")).toBeUndefined();
  });

  it("F67 shows a dozen lines at most and none that do not exist", () => {
    const long = Array.from({ length: 40 }, (_, index) => `line number ${index}`).join("\n");
    expect(nearestText(long, `${long}\nand more`)?.lines).toHaveLength(12);
    expect(nearestText("alpha beta\ngamma delta", "before that\nalpha beta")).toEqual({
      firstLine: 1,
      lines: ["alpha beta"],
    });
  });
});
