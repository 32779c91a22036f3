import { describe, expect, it } from "vitest";
import { displayWidth } from "../../../src/terminal/text/width.ts";
import { themeFor } from "../../../src/terminal/text/theme.ts";
import { openQuestion } from "../../../src/interactive/questions/question-state.ts";
import { questionLines } from "../../../src/interactive/questions/question-view.ts";
import type { Question } from "../../../src/interactive/questions/question.ts";

const plain = themeFor({ TERM: "dumb" });
const choices: Question["choices"] = [
  { key: "y", label: "Yes, this once", value: "yes" },
  { key: "n", label: "No", value: "no" },
];
const question: Question = {
  title: "Run this command?",
  subject: "ls && rm -rf build",
  parts: ["rm -rf build"],
  reason: "rm -rf build: it deletes",
  choices,
};

function shown(given: Partial<Question>, more: object = {}): readonly string[] {
  const state = { ...openQuestion(1, { ...question, ...given }, 0), ...more };
  const options = { width: 60, rows: 20, theme: plain, takesKeys: true, ...more };
  return questionLines(state, options).lines;
}

describe("a question on the screen", () => {
  it("C12.4 shows what, why and how to answer", () => {
    expect(shown({})).toEqual([
      "? Run this command?",
      "  ls && rm -rf build",
      "  Asked because: rm -rf build: it deletes",
      "› y  Yes, this once",
      "  n  No",
      "  y/n or ↑↓ Enter · Tab: back to what you type · Esc: stop",
    ]);
  });

  it("C12.4 marks the part of the command that it is about", () => {
    const theme = themeFor({ TERM: "xterm" });
    const [, line = ""] = questionLines(openQuestion(1, question, 0), {
      width: 60,
      rows: 20,
      theme,
      takesKeys: true,
    }).lines;
    const marked = theme.paint("bold", theme.paint("warning", "rm -rf build"));
    expect(line).toBe(`  ${theme.paint("code", "ls && ")}${marked}`);
  });

  it("C12.4 says how to get to it while keys belong to the editor", () => {
    expect(shown({}, { takesKeys: false }).at(-1)).toBe("  Tab, then y/n · what you type stays");
  });

  it("C12.4 shows the diff of an edit without its header, and the answers however long it is", () => {
    const lines = Array.from({ length: 100 }, (_, at) => `+line ${at}`);
    const diff = `--- a\n+++ a\n@@ -1 +1,100 @@\n${lines.join("\n")}\n`;
    const rows = shown({ diff });
    expect(rows).toHaveLength(20);
    expect(rows).toContain("  +line 0");
    expect(rows).not.toContain("  --- a");
    expect(rows.slice(-3)).toEqual(shown({}).slice(-3));
    expect(rows.find((row) => row.includes("more lines"))).toBe("  … 88 more lines (PgDn)");
    expect(shown({ diff }, { scroll: 95 })).toContain("  +line 99");
    expect(shown({ diff: "" })).toContain("  Nothing in it would change.");
  });

  it("C12.4 shows every line that would change, also one that looks like the name of a file", () => {
    const one = "--- a\n+++ a\n@@ -1,3 +1,3 @@\n same\n--- a remark\n+++i;\n-===\n+===\n";
    const diff = `change file a\n${one}change file b\n${one}`;
    const rows = shown({ diff }, { rows: 40 });
    for (const line of ["  --- a remark", "  +++i;", "  -===", "  +===", "  change file b"])
      expect(rows.filter((row) => row === line)).toHaveLength(line.includes("file") ? 1 : 2);
    expect(rows).not.toContain("  --- a");
    expect(rows).not.toContain("  +++ a");
  });

  it("F93 fits every width, hostile texts included", () => {
    const hostile = "你好\u001b[2J\u001b]0;x\u0007\t‮ab👨‍👩‍👧‍👦".repeat(4);
    const given = { title: hostile, subject: hostile, reason: hostile, diff: `+${hostile}` };
    for (let width = 2; width < 90; width += 1)
      for (const line of shown(given, { width })) {
        expect(displayWidth(line)).toBeLessThanOrEqual(width);
        // oxlint-disable-next-line no-control-regex
        expect(line).not.toMatch(/[\u0000-\u001f\u202e]/);
      }
  });

  it("C12.4 words that go with a no are typed where the cursor is", () => {
    const state = { ...openQuestion(1, question, 0), words: "use mv" };
    const options = { width: 60, rows: 20, theme: plain, takesKeys: true };
    const { lines, cursor } = questionLines(state, options);
    expect(lines.at(-1)).toBe("› use mv");
    expect(cursor).toEqual({ row: lines.length - 1, column: 8 });
  });
});
