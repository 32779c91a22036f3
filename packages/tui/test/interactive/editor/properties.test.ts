import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitGraphemes } from "../../../src/terminal/text/width.ts";
import { isBoundary, nextBoundary } from "../../../src/interactive/editor/clusters.ts";
import { editorText, emptyEditor } from "../../../src/interactive/editor/editor-state.ts";
import type { EditorState } from "../../../src/interactive/editor/editor-state.ts";
import { fillIn, noPastes, takeIn } from "../../../src/interactive/editor/pastes.ts";
import { layoutText, offsetAt, positionAt } from "../../../src/interactive/editor/text-layout.ts";
import type { TextLayout } from "../../../src/interactive/editor/text-layout.ts";
import { typeText } from "../../../src/interactive/editor/typing.ts";
import { key, pasted, press, typed } from "./drive.ts";

const pieces = fc.constantFrom(
  "a",
  "b c",
  " ",
  "\n",
  "\t",
  "你",
  "好，",
  "👨‍👩‍👧‍👦",
  "🇩🇪",
  "🇫",
  "e\u0301",
  "\u0301",
  "\u200d",
  "👩",
  "क्ष",
  "त्",
  "각",
  "ᄀ",
  "ำ",
  "ﾞ",
  "🏽",
  "👍🏽",
  "·",
  "é",
  "ൎ",
  "❤️",
  "\uD83D",
  "\uDE00",
  "\u{100000}",
  "\uDBC0",
  "\uDC01",
  "\u0600",
  "\r\n",
  "\u0007",
  "\u202e",
  "x".repeat(30),
  "p\n".repeat(12),
);
const texts = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(""));
const keyNames = fc.constantFrom(
  "left",
  "right",
  "up",
  "down",
  "home",
  "end",
  "ctrl+a",
  "ctrl+e",
  "alt+b",
  "alt+f",
  "pageup",
  "pagedown",
  "backspace",
  "delete",
  "alt+backspace",
  "ctrl+w",
  "alt+d",
  "ctrl+k",
  "ctrl+u",
  "ctrl+y",
  "alt+y",
  "ctrl+_",
  "alt+_",
  "ctrl+j",
  "shift+enter",
  "enter",
  "ctrl+r",
  "escape",
  "tab",
  "ctrl+x",
  "@",
  "/",
  "!",
);
const events = fc.array(
  fc.oneof(
    keyNames.map(key),
    pieces.chain((piece) => fc.constantFrom(...typed(piece.slice(0, 4)))),
    texts.map(pasted),
  ),
  { maxLength: 60 },
);

describe("any sequence of keys", () => {
  it("keeps the cursor between two characters", () => {
    fc.assert(
      fc.property(events, fc.integer({ min: 1, max: 40 }), (keys, width) => {
        let state = emptyEditor();
        for (const event of keys) {
          state = press(state, [event], width);
          expect(isBoundary(state.text, state.cursor)).toBe(true);
          expect(state.cursor).toBeLessThanOrEqual(state.text.length);
        }
      }),
      { numRuns: 150 },
    );
  });

  it("can be undone to the empty text, and done again to the same text", () => {
    fc.assert(
      fc.property(events, (keys) => {
        const state = press(press(emptyEditor(), keys), ["escape", "escape"]);
        const back = repeated(state, "ctrl+_", ({ undo }) => undo.done !== undefined);
        expect(editorText(back)).toBe("");
        const again = repeated(back, "alt+_", ({ undo }) => undo.undone !== undefined);
        expect(editorText(again)).toBe(repeatedRedo(state));
      }),
      { numRuns: 150 },
    );
  });

  it("loses no text that was put in", () => {
    const moves = fc.constantFrom(
      "left",
      "right",
      "up",
      "down",
      "home",
      "alt+b",
      "ctrl+r",
      "escape",
    );
    const steps = fc.array(fc.oneof(moves, texts.map(pasted)), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (all) => {
        let state = emptyEditor();
        for (const step of all) {
          const before = state;
          state = press(state, [step]);
          if (typeof step === "string" || state.search) continue;
          const text = step.type === "paste" ? step.text.replaceAll(/\r\n?/g, "\n") : "";
          const front = fillIn(before.pastes, before.text.slice(0, before.cursor));
          const rest = fillIn(before.pastes, before.text.slice(before.cursor));
          expect(editorText(state)).toBe(front + text + rest);
        }
      }),
      { numRuns: 150 },
    );
  });
});

function repeated(
  state: EditorState,
  name: string,
  isPossible: (state: EditorState) => boolean,
): EditorState {
  let after = state;
  while (isPossible(after)) after = press(after, [name]);
  return after;
}

/** What the text is with everything done again that was undone. */
function repeatedRedo(state: EditorState): string {
  return editorText(repeated(state, "alt+_", ({ undo }) => undo.undone !== undefined));
}

describe("characters", () => {
  it("are those of the Unicode rules, with placeholders and line breaks by themselves", () => {
    fc.assert(
      fc.property(texts, (raw) => {
        const { text } = takeIn(noPastes(), raw);
        const parts = text.split(/([\u{100000}-\u{10fffd}]|\n)/u).filter((part) => part !== "");
        const expected = parts.flatMap((part) =>
          part === "\n" || part.codePointAt(0)! >= 0x100000 ? [part] : splitGraphemes(part),
        );
        const found: string[] = [];
        for (let at = 0; at < text.length;) {
          const end = nextBoundary(text, at);
          found.push(text.slice(at, end));
          at = end;
        }
        expect(found).toStrictEqual(expected);
        const ends = new Set(found.map((_, index) => found.slice(0, index + 1).join("").length));
        for (let at = 1; at < text.length; at += 1) expect(isBoundary(text, at)).toBe(ends.has(at));
      }),
      { numRuns: 300 },
    );
  });
});

describe("rows", () => {
  it("are the same whether laid out anew or from those of the text before", () => {
    fc.assert(
      fc.property(
        texts,
        fc.array(fc.tuple(texts, fc.nat(), fc.nat(4))),
        fc.integer({ min: 1, max: 12 }),
        (first, edits, columns) => {
          let state = typeText(emptyEditor(), first);
          let layout = layoutText({ text: state.text, pastes: state.pastes, columns });
          for (const [inserted, at, deletions] of edits) {
            let cursor = 0;
            for (let steps = at % 20; steps > 0; steps -= 1)
              cursor = nextBoundary(state.text, cursor);
            state = typeText({ ...state, cursor }, inserted);
            state = press(
              state,
              Array.from({ length: deletions }, () => "backspace"),
            );
            const source = { text: state.text, pastes: state.pastes, columns };
            layout = layoutText(source, layout);
            layout.rowAt(cursor); // Most rows stay unknown until the next text.
          }
          const source = { text: state.text, pastes: state.pastes, columns };
          expect(startsOf(layout)).toStrictEqual(startsOf(layoutText(source)));
        },
      ),
      { numRuns: 200 },
    );
  });

  it("lead from an offset to its place and back", () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 12 }), (raw, columns) => {
        const { text, pastes } = takeIn(noPastes(), raw);
        const layout = layoutText({ text, pastes, columns });
        for (
          let at = 0;
          at <= text.length;
          at = at === text.length ? at + 1 : nextBoundary(text, at)
        ) {
          const { row, column } = positionAt(layout, at);
          expect(column).toBeLessThanOrEqual(columns + 1);
          const back = positionAt(layout, offsetAt(layout, row, column));
          expect(back).toStrictEqual({ row, column });
        }
      }),
      { numRuns: 200 },
    );
  });
});

function startsOf(layout: TextLayout): readonly (number | undefined)[] {
  return Array.from({ length: layout.count(Infinity) }, (_, row) => layout.start(row));
}
