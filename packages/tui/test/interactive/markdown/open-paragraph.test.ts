import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { loadLexer } from "../../../src/interactive/markdown/lexer.ts";
import type { Lex } from "../../../src/interactive/markdown/lexer.ts";
import { MarkdownStream } from "../../../src/interactive/markdown/markdown-stream.ts";
import { renderPiece } from "../../../src/interactive/markdown/render-pieces.ts";
import { themeFor } from "../../../src/terminal/text/theme.ts";
import { visible } from "../../support/visible.ts";

const theme = themeFor({ TERM: "xterm-256color" });
let lex: Lex;

beforeAll(async () => {
  lex = await loadLexer();
});

const words = [
  "word",
  "snake_case_name",
  "__init__",
  "`code`",
  "``a ` b``",
  "**bold",
  "text**",
  "*one*",
  "2 * 3",
  "_so_",
  "~~gone~~",
  "~/folder",
  "[link](https://example.org)",
  "[open](",
  "[name]",
  "https://example.org/a_b?c=*d*",
  "me@example.org",
  "www.example.org",
  "Www.example.org/a,",
  "ftp://example.org",
  "mailto:me@example.org",
  'so: it\'s "said" (here); 1 > 0!',
  "&#42;",
  "&lt;tag&gt; & more",
  "<b>html</b>",
  "\\*not\\*",
  "你好，世界。",
  "👩‍👩‍👧 é",
  "averyveryveryverylongwordwithoutanyspace",
  "`",
  "*",
  "![image](x.png)",
];

describe("A paragraph while it grows", () => {
  it("C14 looks at every moment as if it were read as a whole", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(" ", " ", " ", "  ", "")), {
          maxLength: 30,
        }),
        fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 4, max: 60 }),
        fc.constantFrom("", "(", "**", "`", "“"),
        (parts, steps, width, start) => {
          const text = `${start}so ${parts.flat().join("")}`;
          const stream = new MarkdownStream(lex);
          for (let at = 0, turn = 0; at < text.length; turn += 1) {
            at = Math.min(text.length, at + (steps[turn % steps.length] ?? 1));
            const source = text.slice(0, at).toWellFormed();
            stream.advance(source, false);
            const shown = stream.open.flatMap((piece) => renderPiece(piece, width, { theme }));
            const whole = lex(source).flatMap((token) =>
              renderPiece({ kind: "block", token }, width, { theme }),
            );
            expect(visible(shown)).toEqual(visible(whole));
          }
          stream.advance(`${text}\n\nAfter it`, false);
          const [closed] = stream.pieces;
          const [token] = lex(text);
          if (!token || stream.pieces.length === 0) return;
          expect(closed && visible(renderPiece(closed, width, { theme }))).toEqual(
            visible(renderPiece({ kind: "block", token }, width, { theme })),
          );
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each(["", "```ts\nx\n```\n\n"])(
    "C14 is read and laid out once, also behind %j: with each look only its end is",
    (before) => {
      let read = 0;
      const counting: Lex = Object.assign(
        (source: string, links = {}) => {
          read += source.length;
          return lex(source, links);
        },
        {
          inline: (source: string, links = {}) => {
            read += source.length;
            return lex.inline?.(source, links) ?? [];
          },
        },
      );
      const stream = new MarkdownStream(counting);
      const text =
        before + "the quick brown fox jumps over `code` and **bold** text, then ".repeat(160);
      for (let at = 20; at < text.length; at += 20) {
        stream.advance(text.slice(0, at), false);
        if (at > before.length) expect(stream.open).toHaveLength(1);
      }
      expect(text.length).toBeGreaterThan(9_000);
      expect(read).toBeLessThan(5 * text.length);
    },
  );

  it("C14 the reader of marks is not asked about what is only words", () => {
    const asked: string[] = [];
    const noting: Lex = Object.assign((source: string, links = {}) => lex(source, links), {
      inline: (source: string, links = {}) => {
        asked.push(source);
        return lex.inline?.(source, links) ?? [];
      },
    });
    const stream = new MarkdownStream(noting);
    const shownOf = (text: string): readonly string[] => {
      stream.advance(text, false);
      return stream.open.flatMap((piece) => renderPiece(piece, 80, { theme }));
    };
    expect(shownOf("Only words, and")).toEqual(["Only words, and"]);
    expect(shownOf("Only words, and then: more (of them)!")).toEqual([
      "Only words, and then: more (of them)!",
    ]);
    expect(asked).toEqual([]);
    shownOf("Only words, and then: more (of them)! And `code");
    expect(asked).toHaveLength(1);
  });
});
