import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { Highlighter } from "../../../src/interactive/markdown/highlighter.ts";
import { loadLexer } from "../../../src/interactive/markdown/lexer.ts";
import type { Lex } from "../../../src/interactive/markdown/lexer.ts";
import { MarkdownStream } from "../../../src/interactive/markdown/markdown-stream.ts";
import type { Piece } from "../../../src/interactive/markdown/piece.ts";
import { hasGap, renderPiece } from "../../../src/interactive/markdown/render-pieces.ts";
import { TextView } from "../../../src/interactive/transcript/text-view.ts";
import { displayWidth } from "../../../src/terminal/text/width.ts";
import { themeFor } from "../../../src/terminal/text/theme.ts";
import { visible } from "../../support/visible.ts";

const plain = themeFor({ TERM: "dumb" });
const coloured = themeFor({ TERM: "xterm-256color" });
let lex: Lex;

beforeAll(async () => {
  lex = await loadLexer();
});

function whole(text: string): readonly Piece[] {
  const stream = new MarkdownStream(lex);
  stream.advance(text, true);
  return stream.pieces;
}

function linesOf(pieces: readonly Piece[], width = 60, theme = plain): readonly string[] {
  return pieces.flatMap((piece, index) => [
    ...(index > 0 && hasGap(piece) ? [""] : []),
    ...renderPiece(piece, width, { theme }),
  ]);
}

const document = `# Title

Some *text* with **bold**, \`code\` &lt;x&gt; and [a link](https://example.org).
Second line.

- one
- two
  - nested

    a paragraph in it
- three
  \`\`\`bash
  ls
  \`\`\`

1. a
1. b
1. c

> quote
>> deeper
> back

| a | bbbbbbbbbbbbbbb | c |
|---|:-:|--:|
| 1 | 你好你好你好 | 3 |

\`\`\`ts
const a = 1;

  function f() {}
\`\`\`
after [name] text

[name]: https://named.example

now [name] works

Setext
===

    indented

<div>html</div>

end`;

function withoutLayout(piece: Piece): object {
  return { ...piece, laidOut: undefined };
}

describe("Markdown while it streams", () => {
  it("has the same pieces however it arrives, and no line is wider than the terminal", () => {
    const blocks = fc.constantFrom(
      ...document.split(/(?<=\n)/),
      "```",
      "~~~\n",
      "\r\n",
      "[name]",
      "\t- x\n",
    );
    fc.assert(
      fc.property(
        fc.array(blocks, { maxLength: 40 }),
        fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 1, max: 80 }),
        (parts, steps, width) => {
          const text = parts.join("");
          const stream = new MarkdownStream(lex);
          for (let at = 0, turn = 0; at < text.length; turn += 1) {
            at = Math.min(text.length, at + (steps[turn % steps.length] ?? 1));
            stream.advance(text.slice(0, at), false);
            const shown = linesOf([...stream.pieces, ...stream.open], width, coloured);
            if (width > 1)
              for (const line of shown) expect(displayWidth(line)).toBeLessThanOrEqual(width);
          }
          stream.advance(text, true);
          const pieces = whole(text);
          expect(stream.pieces.map(withoutLayout)).toEqual(pieces.map(withoutLayout));
          expect(visible(linesOf(stream.pieces, width))).toEqual(visible(linesOf(pieces, width)));
          expect(stream.open).toEqual([]);
        },
      ),
      { numRuns: 150 },
    );
  });

  it("lays out headings, lists, tables, quotes, links and code", () => {
    expect(linesOf(whole(document), 40)).toEqual([
      "# Title",
      "",
      "Some text with bold, code <x> and a",
      "link.",
      "Second line.",
      "",
      "• one",
      "• two",
      "  • nested",
      "    a paragraph in it",
      "• three",
      "  ls",
      "",
      "1. a",
      "2. b",
      "3. c",
      "",
      "│ quote",
      "│ ",
      "│ │ deeper",
      "│ ",
      "│ back",
      "",
      "a │ bbbbbbbbbbbbbbb │ c",
      "──┼─────────────────┼──",
      "1 │  你好你好你好   │ 3",
      "",
      "```ts",
      "const a = 1;",
      "",
      "  function f() {}",
      "```",
      "",
      "after [name] text",
      "",
      "now name works",
      "",
      "# Setext",
      "",
      "indented",
      "",
      "<div>html</div>",
      "",
      "end",
    ]);
  });

  it("looks at a closed block never again: the work for a delta does not grow with the text", () => {
    const sizes: number[] = [];
    const stream = new MarkdownStream((source, links) => {
      sizes.push(source.length);
      return lex(source, links);
    });
    let text = "";
    for (let index = 0; index < 400; index += 1) {
      text += `Paragraph ${index} with some words.\n\n- item\n- item ${index}\n\n\`\`\`\ncode\n\`\`\`\n\n`;
      stream.advance(text, false);
      expect(stream.open).toEqual([]);
    }
    expect(Math.max(...sizes)).toBeLessThan(200);
    expect(Math.max(...sizes.slice(-20))).toBeLessThanOrEqual(Math.max(...sizes.slice(0, 20)) + 20);
  });

  it("a long list and long code are closed item by item and line by line", () => {
    const items = Array.from({ length: 500 }, (_, index) => `${index + 1}. item ${index}\n`).join(
      "",
    );
    const stream = new MarkdownStream(lex);
    stream.advance(items, false);
    expect(stream.pieces.length).toBeGreaterThan(400);
    stream.advance(items, true);
    expect(linesOf(stream.pieces).at(-1)).toBe("500. item 499");
    const code = new MarkdownStream(lex);
    code.advance(`\`\`\`\n${"x\n".repeat(500)}`, false);
    const [piece] = code.pieces;
    expect(piece?.kind === "code" && piece.lines.length).toBe(500);
  });

  it("a closing fence that is only half there does not make code shorter", () => {
    const text = "````js\nconst a = 1;\n```\nb\n````\n";
    const view = new TextView(lex, new Highlighter({ theme: plain, onReady: () => undefined }));
    const place = { width: 60, theme: plain, nowMs: 0, isThinkingShown: false };
    let shown: readonly string[] = [];
    for (let at = "````js\n".length; at <= text.length; at += 1) {
      const { live } = view.peek({ kind: "text", text: text.slice(0, at), isOpen: true }, place);
      expect(live.length).toBeGreaterThanOrEqual(shown.length);
      shown = live;
    }
    expect(shown).toEqual(["```js", "const a = 1;", "```", "b", "```"]);
  });

  it("quotes within quotes cost no more than their text", () => {
    const started = performance.now();
    const stairs = Array.from({ length: 60 }, (_, index) => `${">".repeat(60 - index)} a`);
    for (const text of [stairs.join("\n"), stairs.toReversed().join("\n"), "> ".repeat(5000)])
      expect(linesOf(whole(text), 40).length).toBeGreaterThan(0);
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it("PEER-BUGS 46 what is nested without end is shown as it is, and nothing overflows", () => {
    for (const text of [
      "- ".repeat(4000),
      "> - ".repeat(3000),
      "*a ".repeat(5000),
      "[".repeat(5000),
    ])
      for (const width of [8, 80])
        for (const line of linesOf(whole(text), width))
          expect(displayWidth(line)).toBeLessThanOrEqual(width);
  });

  it("only addresses that may be opened become links, and one that hides is spelled out", () => {
    const text =
      "[a](https://a.example) [b](javascript:alert(1)) [c](mailto:me@example.org) [https://x.example](https://evil.example) <https://auto.example> [d](file:///etc/hosts) ![pic](https://p.example/i.png) [e](src/e.ts)";
    const shown = linesOf(whole(text), 1000, coloured).join("");
    // oxlint-disable-next-line no-control-regex
    const links = [...shown.matchAll(/\u001b\]8;;([^\u001b]+)\u001b/g)].map(([, url]) => url);
    expect(links).toEqual([
      "https://a.example",
      "mailto:me@example.org",
      "https://evil.example",
      "https://auto.example",
      "file:///etc/hosts",
      "https://p.example/i.png",
    ]);
    expect(shown).toContain("b (javascript:alert(1))");
    expect(shown).toContain("(https://evil.example)");
    expect(shown).toContain("e (src/e.ts)");
  });

  it("control sequences in a model's words never reach the terminal, nor do references to them", () => {
    const text =
      "a\u001b]0;title\u0007b \u001b[2J\u009b31m&#27;[31m &#x9b; `\u001b[1m` [x](https://e.example/\u001b[2J)\n\n```\n\u001b[2J\u0000\n```\n\u202Eevil";
    for (const line of linesOf(whole(text), 60))
      // oxlint-disable-next-line no-control-regex
      expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  });

  it("F93 tables fit: cells are wrapped, and too many columns stand below each other", () => {
    const table = `| name | what it does | more |\n|--|--|--|\n| alpha | ${"does a lot of things ".repeat(4)} | 你好，世界你好，世界 |\n`;
    for (const width of [80, 40, 25, 12, 5])
      for (const line of linesOf(whole(table), width))
        expect(displayWidth(line)).toBeLessThanOrEqual(width);
    expect(linesOf(whole(table), 40)[0]).toMatch(/^name +│ what it does +│ more$/);
    expect(linesOf(whole(table), 12)[0]).toBe("name: alpha");
  });
});
