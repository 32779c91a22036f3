import { describe, expect, it } from "vitest";
import { wrapText } from "../../../src/terminal/text/wrap.ts";
import { usedRows } from "../support/xterm.ts";
import { cursorOf, stage } from "../support/stage.ts";
import type { Stage } from "../support/stage.ts";

describe("resizes", () => {
  async function resized(now: Stage, columns: number, rows: number): Promise<void> {
    await now.terminal.resize(columns, rows);
    now.clock.advance(100);
    await now.terminal.settled();
  }

  /** Lines short enough for every width, and a live region of three rows. */
  async function filled(): Promise<Stage> {
    const now = stage(60, 20);
    for (let line = 0; line < 100; line += 1)
      now.draw((view) => {
        view.finish(`line ${line}`);
        view.live = ["tail", "> ", "status"];
        view.cursor = { row: 1, column: 2 };
      });
    await now.terminal.settled();
    return now;
  }

  const expected = [
    ...Array.from({ length: 100 }, (_, line) => `line ${line}`),
    "tail",
    ">",
    "status",
  ];

  it.each([
    ["lower", 60, 12],
    ["higher", 60, 30],
    ["narrower", 30, 20],
    ["wider", 100, 20],
    ["smaller", 20, 8],
    ["larger", 120, 40],
  ])("a %s window shows all once and in order", async (_name, columns, rows) => {
    const now = await filled();
    await resized(now, columns, rows);
    expect(usedRows(now.terminal.xterm)).toEqual(expected);
    await now.show((view) => view.finish("after"));
    expect(usedRows(now.terminal.xterm)).toEqual([
      ...expected.slice(0, 100),
      "after",
      ...expected.slice(100),
    ]);
    expect(cursorOf(now).column).toBe(2);
  });

  it("many resizes in a row are one painting, and a change meanwhile waits for it", async () => {
    const now = await filled();
    const { length } = now.terminal.writes;
    for (let columns = 59; columns >= 40; columns -= 1) {
      await now.terminal.resize(columns, 20);
      now.clock.advance(10);
      now.view.live = ["tail", `> ${columns}`, "status"];
      now.screen.invalidate();
      now.screen.flush();
    }
    expect(now.terminal.writes).toHaveLength(length);
    now.clock.advance(100);
    await now.terminal.settled();
    expect(now.terminal.writes).toHaveLength(length + 1);
    expect(usedRows(now.terminal.xterm).slice(-3)).toEqual(["tail", "> 40", "status"]);
    expect(now.clock.armed).toBe(0);
  });

  it("long lines are laid out anew for the width, and none is lost", async () => {
    const now = stage(40, 12);
    const texts = Array.from(
      { length: 30 },
      (_, index) => `${index}: ${"some words ".repeat(5)}end`,
    );
    for (const text of texts)
      await now.show((view) => {
        view.finish(text);
        view.live = ["─".repeat(now.terminal.size.columns), "> "];
      });
    for (const [step, columns] of [25, 60, 33].entries()) {
      now.view.live = ["─".repeat(columns), "> "];
      await resized(now, columns, 12);
      const tail = texts.flatMap((text) => wrapText(text, columns));
      const rows = usedRows(now.terminal.xterm);
      expect(rows.slice(-6)).toEqual([...tail.slice(-4), "─".repeat(columns), ">"]);
      const bare = (lines: readonly string[]): string => lines.join("").replaceAll(" ", "");
      // A line that the terminal broke at the top of the screen may stand there whole, once more.
      expect(bare(rows).length - bare([...texts, ...rows.slice(-2)]).length).toBeLessThan(
        60 * (step + 1),
      );
      const once = rows.filter((row) => /^\d+:/.test(row)).map((row) => row.split(":")[0]);
      expect([...new Set(once)]).toEqual(texts.map((text) => text.split(":")[0]));
    }
  });

  it("what stood on the screen before the program began is left alone", async () => {
    const now = stage(40, 12);
    now.terminal.print("shell line 1\nshell line 2\n");
    await now.show((view) => {
      view.finish("one", "two");
      view.live = ["─".repeat(40), "> "];
    });
    now.view.live = ["─".repeat(24), "> "];
    await resized(now, 24, 12);
    expect(usedRows(now.terminal.xterm)).toEqual([
      "shell line 1",
      "shell line 2",
      "one",
      "two",
      "─".repeat(24),
      ">",
    ]);
  });

  it("lines finished during a resize are not lost, though they are more than the screen holds", async () => {
    const now = await filled();
    await now.terminal.resize(50, 10);
    const more = Array.from({ length: 50 }, (_, line) => `more ${line}`);
    now.view.finish(...more);
    now.clock.advance(100);
    await now.terminal.settled();
    expect(usedRows(now.terminal.xterm)).toEqual([
      ...expected.slice(0, 100),
      ...more,
      ...expected.slice(100),
    ]);
  });

  it("the smallest terminal shows the line with the cursor", async () => {
    const now = await filled();
    now.view.live = ["t", ">", "s"];
    now.view.cursor = { row: 1, column: 1 };
    await resized(now, 2, 2);
    expect(usedRows(now.terminal.xterm).at(-1)).toBe(">");
    await resized(now, 60, 20);
    expect(usedRows(now.terminal.xterm).slice(-3)).toEqual(["t", ">", "s"]);
  });
});
