import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { openPicker, pickWith } from "../../../src/interactive/pickers/picker-state.ts";
import type { PickerState, PickOutcome } from "../../../src/interactive/pickers/picker-state.ts";
import { pickerLines } from "../../../src/interactive/pickers/picker-view.ts";
import { stripSequences } from "../../../src/terminal/text/escape.ts";
import { themeFor } from "../../../src/terminal/text/theme.ts";
import { displayWidth } from "../../../src/terminal/text/width.ts";
import { key, pasted, typed } from "../editor/drive.ts";

const theme = themeFor({ TERM: "xterm-256color" });
const names = ["claude-opus", "claude-sonnet", "gpt", "你好世界你好世界", "gemini"];
const items = names.map((label, value) => ({ label, detail: `model ${value}`, value }));
const models = openPicker({ title: "Model", items, selected: 2 });

function after(state: PickerState<number>, keys: readonly string[]): PickOutcome<number> {
  let outcome: PickOutcome<number> = { kind: "open", state };
  for (const name of keys)
    if (outcome.kind === "open") outcome = pickWith(outcome.state, key(name));
  return outcome;
}

describe("choosing", () => {
  it("begins at what is chosen now, moves around the ends, and picks with Enter", () => {
    expect(after(models, ["enter"])).toStrictEqual({ kind: "picked", value: 2 });
    expect(after(models, ["down", "down", "down", "enter"])).toStrictEqual({
      kind: "picked",
      value: 0,
    });
    expect(after(models, ["up", "up", "up", "enter"])).toStrictEqual({ kind: "picked", value: 4 });
    expect(after(models, ["pagedown", "enter"])).toStrictEqual({ kind: "picked", value: 4 });
    expect(after(models, ["pagedown", "pageup", "enter"])).toStrictEqual({
      kind: "picked",
      value: 0,
    });
    expect(after(models, ["end", "home", "enter"])).toStrictEqual({ kind: "picked", value: 0 });
  });

  it("is given up with Esc", () => {
    expect(after(models, ["escape"])).toStrictEqual({ kind: "cancelled" });
    expect(after(models, ["g", "ctrl+c"])).toStrictEqual({ kind: "cancelled" });
  });

  it("is narrowed by what is typed or pasted, also by details, and widened again", () => {
    expect(after(models, ["s", "n", "enter"])).toStrictEqual({ kind: "picked", value: 1 });
    const pastedIn = pickWith(models, pasted("model 4\n"));
    expect(
      pastedIn.kind === "open" && pastedIn.state.shown.map(({ value }) => value),
    ).toStrictEqual([4]);
    const none = after(models, ["q", "q", "enter"]);
    expect(none.kind === "open" && none.state.shown).toStrictEqual([]);
    const wide = after(models, ["q", "q", "ctrl+w"]);
    expect(wide.kind === "open" && wide.state.shown).toHaveLength(5);
    const back = after(models, ["g", "p", "q", "backspace", "enter"]);
    expect(back).toStrictEqual({ kind: "picked", value: 2 });
  });

  it("does nothing in an empty list", () => {
    const empty = openPicker<number>({ title: "Session", items: [] });
    expect(after(empty, ["up", "down", "pageup", "end", "enter"]).kind).toBe("open");
  });
});

describe("a list on the screen", () => {
  it("shows the title with what is typed, the items, and the keys", () => {
    const outcome = pickWith(models, typed("g")[0] ?? key("g"));
    if (outcome.kind !== "open") throw new Error("The list is closed.");
    const { lines, cursor } = pickerLines(outcome.state, { theme, width: 60, rows: 10 });
    expect(lines.map(stripSequences)).toStrictEqual([
      "Model: g 2/5",
      "› gpt     model 2",
      "  gemini  model 4",
      "type to narrow · ↑↓ choose · Enter take · Esc back",
    ]);
    expect(cursor).toStrictEqual({ row: 0, column: 8 });
  });

  it("shows what matters at width 20, and the choice in few rows", () => {
    const { lines } = pickerLines(models, { theme, width: 20, rows: 3 });
    expect(lines.map(stripSequences)).toStrictEqual(["Model:  5/5", "  claude-sonnet", "› gpt"]);
  });

  it("shows nothing that drives the terminal", () => {
    const hostile = [{ label: "a\u001b[2J\nb", detail: "\u009b1mno", value: 0 }];
    const { lines } = pickerLines(openPicker({ title: "x\u0007", items: hostile }), {
      theme: themeFor({ TERM: "dumb" }),
      width: 60,
      rows: 5,
    });
    // oxlint-disable-next-line no-control-regex
    expect(lines.join("")).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  });

  it("F93 has no line wider than the screen", () => {
    const sizes = fc.tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 2, max: 20 }));
    const keys = fc.array(fc.constantFrom("down", "up", "g", "你", "pagedown", "backspace"), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(sizes, keys, ([width, rows], pressed) => {
        const outcome = after(models, pressed);
        if (outcome.kind !== "open") return;
        const { lines, cursor } = pickerLines(outcome.state, { theme, width, rows });
        expect(lines.length).toBeLessThanOrEqual(rows);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        expect(cursor.column).toBeLessThan(width);
      }),
    );
  });
});
