import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { editTool } from "../../src/tools/edit.ts";
import { call } from "../support/call.ts";
import { makeFolder } from "../support/files.ts";

const filler = fc.string({
  unit: fc.constantFrom("a", " ", "\t", "é", "“", "’", "😀", "$1", "\u00a0", "\r"),
  maxLength: 6,
});
const ending = fc.constantFrom("\n", "\r\n");
/** A carriage return right before a line break cannot be told from a part of it. */
const replacement = fc
  .string({ unit: fc.constantFrom("x", "$&", "’", "\n", "\r\n", " "), maxLength: 8 })
  .filter((text) => !text.includes("\r\r\n"));

interface Line {
  readonly before: string;
  readonly after: string;
  readonly end: string;
  /** What takes the place of the middle of the line, if it is edited. */
  readonly edit: string | undefined;
}

const line = fc.record<Line>({
  before: filler,
  after: filler.map((text) => text.replace(/\r+$/, "")),
  end: ending,
  edit: fc.option(replacement, { nil: undefined }),
});

const oneLf = (text: string): string => text.replaceAll("\r\n", "\n");

it("F57 F59 F60 F70 whatever the file and the edits, every byte outside the edited spans is as before", async () => {
  const cwd = makeFolder();
  const path = join(cwd, "f");
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      fc.boolean(),
      async (lines, hasMark, endsWithBreak) => {
        const parts = lines.flatMap(({ before, after, end }, index) => [
          before,
          `<${index}>`,
          after + (index < lines.length - 1 || endsWithBreak ? end : ""),
        ]);
        writeFileSync(path, (hasMark ? "\ufeff" : "") + parts.join(""));
        const edits = lines.flatMap(({ edit }, index) =>
          edit === undefined ? [] : [{ oldText: `<${index}>`, newText: edit }],
        );
        if (edits.length === 0) return;
        const { isError } = await call(editTool({ cwd }), { path, edits });
        expect(isError).toBe(false);
        let rest = readFileSync(path, "utf8");
        const take = (wanted: string): void => {
          expect(rest.slice(0, wanted.length)).toBe(wanted);
          rest = rest.slice(wanted.length);
        };
        if (hasMark) take("\ufeff");
        for (const [index, { before, edit }] of lines.entries()) {
          take(before);
          const following = parts[index * 3 + 2] ?? "";
          if (edit === undefined) take(`<${index}>`);
          else {
            const length = replacedLength(rest, edit);
            expect(oneLf(rest.slice(0, length))).toBe(oneLf(edit));
            rest = rest.slice(length);
          }
          take(following);
        }
        expect(rest).toBe("");
      },
    ),
  );
});

/** How many characters of `text` are `edit`, if any of its line breaks may be written either way. */
function replacedLength(text: string, edit: string): number {
  let at = 0;
  for (const character of oneLf(edit)) {
    if (character === "\n" && text.startsWith("\r\n", at)) at += 2;
    else at += character.length;
  }
  return at;
}

it("F62 F64 PEER 39 edits of one file at the same time, under either name, are all there", async () => {
  const top = makeFolder();
  let round = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.boolean(), { minLength: 2, maxLength: 15 }),
      fc.boolean(),
      async (throughLink, shareTool) => {
        const path = join(top, `f${round++}`);
        const link = `${path}-link`;
        writeFileSync(path, throughLink.map((_, index) => `<${index}>\r\n`).join(""));
        symlinkSync(path, link);
        const shared = editTool({ cwd: top });
        const results = await Promise.all(
          throughLink.map((isLink, index) =>
            call(shareTool ? shared : editTool({ cwd: top }), {
              path: isLink ? link : path,
              edits: [{ oldText: `<${index}>`, newText: `done ${index}` }],
            }),
          ),
        );
        expect(results.filter(({ isError }) => isError)).toEqual([]);
        const expected = throughLink.map((_, index) => `done ${index}\r\n`).join("");
        expect(readFileSync(path, "utf8")).toBe(expected);
      },
    ),
    { numRuns: 20 },
  );
});

it("PEER 37 a match that was not exact changes nothing but its span", async () => {
  const cwd = makeFolder();
  await fc.assert(
    fc.asyncProperty(fc.array(filler, { maxLength: 5 }), ending, async (lines, end) => {
      const clean = lines.map((text) => text.replaceAll("\r", ""));
      const before = clean.map((text) => `${text} “kept”  ${end}`).join("");
      const text = `${before}it’s <here>  ${end}second – line${end}${before}`;
      writeFileSync(join(cwd, "f"), text);
      const edits = [{ oldText: "it's <here>\nsecond - line", newText: "new" }];
      const { isError, text: answer } = await call(editTool({ cwd }), { path: "f", edits });
      expect(isError).toBe(false);
      expect(answer).toContain("edits[0] matched only after differences");
      expect(readFileSync(join(cwd, "f"), "utf8")).toBe(`${before}new${end}${before}`);
    }),
    { numRuns: 30 },
  );
});
