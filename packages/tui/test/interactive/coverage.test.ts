import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const folder = new URL("./", import.meta.url);
const table = await readFile(fileURLToPath(new URL("COVERAGE.md", folder)), "utf8");

interface Row {
  readonly promise: string;
  readonly file: string;
  readonly test: string;
}

const rows = table
  .split("\n")
  .filter((line) => line.startsWith("| ") && line.includes(".test.ts"))
  .map((line): Row => {
    const [promise = "", file = "", test = ""] = line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll("\\|", "|").replaceAll(/^`|`$/g, ""));
    return { promise, file, test };
  });

describe("COVERAGE.md", () => {
  it.each(rows)("C14 $promise: $file has the test that it names", async ({ file, test }) => {
    const source = await readFile(fileURLToPath(new URL(file, folder)), "utf8");
    expect(source).toContain(test);
  });

  it("C14 covers every part of the terminal, each by several tests", () => {
    const parts = table.split("\n## ").slice(1);
    expect(parts.map((part) => part.split("\n", 1)[0])).toEqual([
      "Renderer",
      "State",
      "Transcript",
      "Editor",
      "Steering and stopping",
      "Questions",
      "Commands and status line",
      "Manners",
    ]);
    for (const part of parts) expect(part.split(".test.ts").length).toBeGreaterThan(2);
    expect(rows.every(({ test }) => test.length > 10)).toBe(true);
  });
});
