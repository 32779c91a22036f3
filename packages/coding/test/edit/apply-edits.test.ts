import fc from "fast-check";
import { expect, it } from "vitest";
import { applyEdits } from "../../src/edit/apply-edits.ts";
import { encodeTextFile, parseTextFile } from "../../src/edit/text-file.ts";
import type { TextFile } from "../../src/edit/text-file.ts";

function parse(text: string): TextFile {
  const file = parseTextFile(Buffer.from(text));
  if (!file) throw new Error("not a text");
  return file;
}

const content = fc.string({
  unit: fc.constantFrom("a", "b", " ", "$&", "’", "😀", "\t", "\r", "\n", "\r\n", "\r\n"),
  maxLength: 40,
});
/** A lone CR before a line break cannot be told from a part of it. */
const replacement = content.filter((text) => !text.includes("\r\r\n"));

it("F57 a part that stands once is replaced, and every other byte is as before", async () => {
  await fc.assert(
    fc.asyncProperty(content, content, replacement, async (before, after, newText) => {
      const middle = "<unique\nplace>";
      const text = `${before}\n${middle}\n${after}`;
      const edited = await applyEdits("f", parse(text), [{ oldText: middle, newText }]);
      expect(edited.before).toBe(text);
      expect(edited.after.startsWith(`${before}\n`)).toBe(true);
      expect(edited.after.endsWith(`\n${after}`)).toBe(true);
      const replaced = edited.after.slice(
        before.length + 1,
        edited.after.length - after.length - 1,
      );
      expect(replaced.replaceAll("\r\n", "\n")).toBe(newText.replaceAll("\r\n", "\n"));
    }),
  );
});

it("F57 a file that is parsed and put together again is the same file", async () => {
  await fc.assert(
    fc.asyncProperty(content, fc.boolean(), async (text, hasMark) => {
      const bytes = Buffer.from((hasMark ? "\uFEFF" : "") + text);
      const file = parseTextFile(bytes);
      const whole = `${text}|end`;
      const { before } = await applyEdits("f", parse(whole), [{ oldText: "|end", newText: "" }]);
      expect(before).toBe(whole);
      expect(file?.hasMark).toBe(hasMark);
      expect(Buffer.from(encodeTextFile(text, hasMark))).toEqual(bytes);
    }),
  );
});

it("F67 edits of different places apply alike in every order", async () => {
  const line = fc.constantFrom("x", "", "y\nz", "’");
  await fc.assert(
    fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 6 }), async (newTexts) => {
      const text = newTexts.map((_, index) => `<${index}>\r\n`).join("");
      const edits = newTexts.map((newText, index) => ({ oldText: `<${index}>`, newText }));
      const forwards = await applyEdits("f", parse(text), edits);
      const backwards = await applyEdits("f", parse(text), edits.toReversed());
      const expected = newTexts.map((newText) => `${newText.replace("\n", "\r\n")}\r\n`).join("");
      expect([forwards.after, backwards.after]).toEqual([expected, expected]);
    }),
  );
});
