import { describe, expect, it } from "vitest";
import { AppView } from "../../../src/interactive/app/app-view.ts";
import type { AppState } from "../../../src/interactive/app/app-state.ts";
import { initialState } from "../../../src/interactive/app/initial-state.ts";
import { farewellOf } from "../../../src/interactive/app/farewell.ts";
import { queueLines } from "../../../src/interactive/app/queue-lines.ts";
import { withEditorText } from "../../../src/interactive/editor/editor-state.ts";
import { openQuestion } from "../../../src/interactive/questions/question-state.ts";
import { modePicker } from "../../../src/interactive/commands/choice-pickers.ts";
import { pageViewer } from "../../../src/interactive/transcript/output-viewer.ts";
import { displayWidth } from "../../../src/terminal/text/width.ts";
import { themeFor } from "../../../src/terminal/text/theme.ts";

const theme = themeFor({ TERM: "dumb" });
const nothing = (): void => undefined;
const question = {
  title: "Run this command?",
  subject: "touch made ".repeat(60),
  parts: [],
  reason: "it changes something ".repeat(20),
  diff: "+line\n".repeat(200),
  choices: [{ key: "y", label: "Yes", value: "yes" }],
} as const;

const idle = initialState("/work/a-folder");
const states: Readonly<Record<string, AppState>> = {
  starting: idle,
  typing: { ...idle, editor: withEditorText(idle.editor, "你好，世界 👨‍👩‍👧‍👦\n".repeat(40)) },
  asked: { ...idle, question: openQuestion(1, question, 0) },
  saying: { ...idle, question: { ...openQuestion(1, question, 0), words: "why ".repeat(60) } },
  choosing: { ...idle, picker: modePicker("ask") },
  viewing: { ...idle, viewer: pageViewer("Help", ["line ".repeat(60)]) },
  waiting: { ...idle, next: ["你好 ".repeat(90), "b", "c", "d", "e"], hint: "a hint ".repeat(30) },
  leaving: { ...idle, isLeaving: true },
};

function view(state: AppState, times: (number | undefined)[] = []): AppView {
  return new AppView({
    state: () => state,
    theme,
    home: "/home",
    nowMs: () => 1000,
    onChange: nothing,
    onColours: nothing,
    onFrame: (time) => times.push(time),
  });
}

describe("the application's view", () => {
  it.each(Object.entries(states))(
    "F93 while %s it fits every screen, with the cursor in it",
    (_name, state) => {
      for (let columns = 20; columns <= 120; columns += 10)
        for (const rows of [8, 24, 40]) {
          const { live, cursor } = view(state).frame({ columns, rows });
          for (const line of live) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
          if (rows > 8) expect(live.length).toBeLessThan(rows);
          if (cursor) {
            expect(cursor.row).toBeLessThan(live.length);
            expect(cursor.column).toBeLessThan(columns);
          }
        }
    },
  );

  it("C14 nothing is left of it when somebody leaves", () => {
    expect(view(states["leaving"] ?? idle).frame({ columns: 80, rows: 24 }).live).toEqual([]);
  });

  it("C14 it changes by itself only while something goes on or a question begins to take keys", () => {
    const times: (number | undefined)[] = [];
    const size = { columns: 80, rows: 24 };
    view({ ...idle, activity: { ...idle.activity, isOpening: false } }, times).frame(size);
    const run = { ...idle.activity, isOpening: false, run: { startedMs: 400 } };
    view({ ...idle, activity: run }, times).frame(size);
    view({ ...idle, question: openQuestion(1, question, 900) }, times).frame(size);
    expect(times).toEqual([undefined, 1400, 1400]);
  });
});

describe("what waits", () => {
  it("C6.1 is shown in order, the newest when there is much", () => {
    const queue = { steering: ["b\nb"], followUp: ["c"], order: [] };
    expect(queueLines({ next: ["a"], queue }, 40, theme)).toEqual([
      "↪ next: a",
      "↪ at its next turn: b b",
      "↳ when it is over: c",
    ]);
    const more = { ...queue, followUp: ["c", "d", "e", "f"] };
    expect(queueLines({ next: [], queue: more }, 40, theme)[0]).toBe("↪ 2 more");
  });
});

describe("the farewell", () => {
  it("C14 says how to go on and where unsent words are, or nothing", () => {
    expect(farewellOf({ id: "abc" }, 0)).toBe("To go on with this session: tau -r abc");
    expect(farewellOf(undefined, 1)).toContain("press Up");
    expect(farewellOf(undefined, 0)).toBe("");
  });
});
