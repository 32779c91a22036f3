import { applyPatch, createTwoFilesPatch } from "diff";
import fc from "fast-check";
import { expect, it } from "vitest";
import { applyEdits } from "../../src/edit/apply-edits.ts";
import { parseTextFile } from "../../src/edit/text-file.ts";
import { unifiedDiff } from "../../src/edit/unified-diff.ts";

it("C2.1 a diff of the edited places is a diff of the file", async () => {
  const newText = fc.constantFrom("", "x", "x\ny", "\n", "a\n\nb");
  const lines = fc.array(fc.option(newText, { nil: undefined }), { minLength: 1, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(lines, fc.boolean(), async (changes, endsWithBreak) => {
      const text = changes.map((_, index) => `<${index}>`).join("\n") + (endsWithBreak ? "\n" : "");
      const file = parseTextFile(Buffer.from(text));
      const edits = changes.flatMap((change, index) =>
        change === undefined ? [] : [{ oldText: `<${index}>`, newText: change }],
      );
      if (!file || edits.length === 0) return;
      const { before, after, pieces } = await applyEdits("f", file, edits);
      const diff = (await unifiedDiff("f", before, after, pieces)) ?? "";
      expect(applyPatch(before, diff)).toBe(after);
      const whole = createTwoFilesPatch("f", "f", before, after, undefined, undefined, {
        context: 3,
      });
      const changed = (patch: string): string[] =>
        patch.split("\n").filter((line) => /^[-+]/.test(line));
      expect(changed(diff).length).toBeLessThanOrEqual(changed(whole).length + 8);
    }),
  );
});

it("C2.1 has the place and three lines of context", async () => {
  const text = Array.from({ length: 20 }, (_, index) => `${index + 1}\r\n`).join("");
  const file = parseTextFile(Buffer.from(text));
  if (!file) throw new Error("not a text");
  const edits = [
    { oldText: "\n10\n", newText: "\nten\n10b\n" },
    { oldText: "20\n", newText: "twenty" },
  ];
  const { before, after, pieces } = await applyEdits("f", file, edits);
  expect(await unifiedDiff("f", before, after, pieces)).toBe(
    [
      "--- f",
      "+++ f",
      "@@ -7,7 +7,8 @@",
      " 7\r",
      " 8\r",
      " 9\r",
      "-10\r",
      "+ten\r",
      "+10b\r",
      " 11\r",
      " 12\r",
      " 13\r",
      "@@ -17,4 +18,4 @@",
      " 17\r",
      " 18\r",
      " 19\r",
      "-20\r",
      "+twenty",
      "\\ No newline at end of file",
      "",
    ].join("\n"),
  );
});
