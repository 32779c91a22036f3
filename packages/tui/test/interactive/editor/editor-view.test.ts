import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { snapForward } from "../../../src/interactive/editor/clusters.ts";
import { editText } from "../../../src/interactive/editor/edit-text.ts";
import { EditorView } from "../../../src/interactive/editor/editor-view.ts";
import { emptyEditor, withHistory } from "../../../src/interactive/editor/editor-state.ts";
import type { EditorState } from "../../../src/interactive/editor/editor-state.ts";
import { offerCompletions, wantedCompletion } from "../../../src/interactive/editor/menu-keys.ts";
import { typeText } from "../../../src/interactive/editor/typing.ts";
import { stripSequences } from "../../../src/terminal/text/escape.ts";
import { themeFor } from "../../../src/terminal/text/theme.ts";
import { displayWidth } from "../../../src/terminal/text/width.ts";
import { key, pasted, press, typed } from "./drive.ts";

const theme = themeFor({ TERM: "xterm-256color" });

interface Shown {
  readonly lines: readonly string[];
  readonly cursor: { readonly row: number; readonly column: number };
}

function show(state: EditorState, width: number, rows: number = 20): Shown {
  const view = new EditorView({ theme, hint: "Ask anything" });
  view.show(state, rows);
  const lines = view.render(width).map(stripSequences);
  return { lines, cursor: view.cursor };
}

function offering(state: EditorState, labels: readonly string[]): EditorState {
  const request = wantedCompletion(state);
  expect(request).toBeDefined();
  if (!request) return state;
  const items = labels.map((label) => ({ label, insert: label, isWhole: true }));
  return offerCompletions(state, request, items);
}

describe("an editor on the screen", () => {
  it("shows the text behind a mark and the cursor where the next character goes", () => {
    const { lines, cursor } = show(press(emptyEditor(), typed("你好 a\nb")), 20);
    expect(lines).toStrictEqual(["› 你好 a", "  b"]);
    expect(cursor).toStrictEqual({ row: 1, column: 3 });
    expect(show(press(emptyEditor(), [...typed("你好 a\nb"), "up"]), 20).cursor.column).toBe(2);
    expect(show(emptyEditor(), 20)).toStrictEqual({
      lines: ["› Ask anything"],
      cursor: { row: 0, column: 2 },
    });
  });

  it("marks a command for the shell, and shows a long paste by its size", () => {
    expect(show(press(emptyEditor(), typed("!ls")), 20).lines).toStrictEqual(["$ !ls"]);
    const state = press(emptyEditor(), [pasted("x\n".repeat(120)), ...typed(" go")]);
    expect(show(state, 40).lines).toStrictEqual(["› [paste 1: 120 lines] go"]);
  });

  it("keeps the cursor in the text while something is offered below", () => {
    const state = offering(press(emptyEditor(), typed("see @你")), ["@你好.md", "@你们.md"]);
    const { lines, cursor } = show(state, 20);
    expect(lines).toStrictEqual(["› see @你", "› @你好.md", "  @你们.md"]);
    expect(cursor).toStrictEqual({ row: 0, column: 9 });
  });

  it("shows the rows around the cursor, with a mark where there are more", () => {
    const state = press(emptyEditor(), typed("1\n2\n3\n4\n5\n6"));
    expect(show(state, 20, 3).lines).toStrictEqual(["↑ 4", "  5", "  6"]);
    const view = new EditorView({ theme });
    view.show(state, 3);
    view.render(20);
    view.show(press(state, ["up", "up", "up"]), 3);
    expect(view.render(20).map(stripSequences)).toStrictEqual(["↑ 3", "  4", "↓ 5"]);
    expect(view.cursor.row).toBe(0);
  });

  it("shows what is searched for with the cursor behind it, and what was found below", () => {
    const used = withHistory(emptyEditor(), ["first words", "other"]);
    const { lines, cursor } = show(press(used, ["ctrl+r", ...typed("fir")]), 60);
    expect(lines).toStrictEqual(["search the history: fir", "› first words"]);
    expect(cursor).toStrictEqual({ row: 0, column: 23 });
  });

  it("never lets text drive the terminal", () => {
    const state = typeText(emptyEditor(), "a\u001b[2Jb\u009b1m\u202ec\u0007\td");
    const view = new EditorView({ theme: themeFor({ TERM: "dumb" }) });
    view.show(state, 5);
    expect(view.render(40)).toStrictEqual(["› a␛[2Jb\uFFFD1m\uFFFDc␇    d"]);
  });

  it("is the very same array while nothing changed", () => {
    const view = new EditorView({ theme });
    const state = press(emptyEditor(), typed("abc"));
    view.show(state, 5);
    const lines = view.render(20);
    view.show(state, 5);
    expect(view.render(20)).toBe(lines);
  });

  it("F93 has no line wider than the screen and no cursor beside it, whatever is typed", () => {
    const pieces = [
      "你好，世界",
      "👨‍👩‍👧‍👦",
      "🇩🇪",
      "e\u0301",
      "❤️",
      "\t",
      "ab cd",
      "\n",
      "\u001b[31m",
      "@",
      "p\n".repeat(30),
    ];
    const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 12 });
    const sizes = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 6 }));
    fc.assert(
      fc.property(
        texts,
        sizes,
        fc.constantFrom("up", "ctrl+r", "left"),
        (parts, [width, rows], last) => {
          const state = press(emptyEditor(), [...parts.map(pasted), last, ...typed("w你@")], width);
          const request = wantedCompletion(state);
          const items = ["@你好世界你好世界.md", "@b"].map((label) => ({
            label,
            insert: label,
            isWhole: true,
            detail: "what it is",
          }));
          const offered = request ? offerCompletions(state, request, items) : state;
          const { lines, cursor } = show(offered, width, rows);
          expect(lines.length).toBeLessThanOrEqual(rows);
          for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
          expect(cursor.row).toBeLessThan(lines.length);
          expect(cursor.column).toBeLessThan(width);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("cost", () => {
  const kinds = {
    "many short lines": "some words of a line\n".repeat(5_000),
    "one line without end": "some words of a line ".repeat(5_000),
    "one line of Chinese": "你好世界，".repeat(20_000),
    "one line of emoji": "👨‍👩‍👧‍👦🇩🇪".repeat(7_000),
    "nothing but line breaks": "\n".repeat(100_000),
  };
  it.each(Object.entries(kinds))("a key in 100 KB does not hang: %s", (_name, text) => {
    let state = typeText(emptyEditor(), text);
    state = { ...state, cursor: snapForward(state.text, Math.floor(text.length / 2)) };
    const view = new EditorView({ theme });
    view.show(state, 10);
    view.render(80);
    const times: number[] = [];
    const keys = ["down", "right", "a", "backspace", "up", "left", "b", "ctrl+_"].map(key);
    for (const event of keys)
      for (let turn = 0; turn < 12; turn += 1) {
        const start = performance.now();
        state = editText(state, event).state;
        view.show(state, 10);
        view.render(80);
        times.push(performance.now() - start);
      }
    // Each takes about a millisecond; what grows with the square of the text takes seconds.
    expect(Math.max(...times)).toBeLessThan(2_000);
  });
});
