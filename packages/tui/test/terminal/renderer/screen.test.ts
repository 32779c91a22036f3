import { describe, expect, it } from "vitest";
import type { Position, Size } from "../../../src/terminal/component.ts";
import { Screen } from "../../../src/terminal/renderer/screen.ts";
import type { Frame, View } from "../../../src/terminal/renderer/view.ts";
import { themeFor } from "../../../src/terminal/text/theme.ts";
import { wrapText } from "../../../src/terminal/text/wrap.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";
import { allRows, screenRows, usedRows } from "../support/xterm.ts";

/** A view whose lines a test sets. Final lines are laid out for each width. */
class ScriptedView implements View {
  live: readonly string[] = [];
  cursor: Position | undefined;
  frames = 0;
  readonly #final: string[] = [];
  #handedOut = 0;

  finish(...lines: readonly string[]): void {
    this.#final.push(...lines);
  }

  frame({ columns }: Size): Frame {
    this.frames += 1;
    const finished = this.#final.slice(this.#handedOut).flatMap((line) => wrapText(line, columns));
    this.#handedOut = this.#final.length;
    return { finished, live: this.live, cursor: this.cursor };
  }

  recent({ columns, rows }: Size): readonly string[] {
    return this.#final.flatMap((line) => wrapText(line, columns)).slice(-rows);
  }
}

interface Stage {
  readonly terminal: VirtualTerminal;
  readonly view: ScriptedView;
  readonly clock: ManualClock;
  readonly screen: Screen;
  /** Changes what is shown and paints it. */
  draw(change: (view: ScriptedView) => void): void;
  /** The same, and resolves when the terminal shows it. */
  show(change: (view: ScriptedView) => void): Promise<void>;
}

function stage(columns = 40, rows = 10): Stage {
  const terminal = new VirtualTerminal(columns, rows);
  const view = new ScriptedView();
  const clock = new ManualClock();
  const screen = new Screen({ terminal, view, clock, strict: true });
  const draw: Stage["draw"] = (change) => {
    change(view);
    screen.invalidate();
    screen.flush();
  };
  return {
    terminal,
    view,
    clock,
    screen,
    draw,
    async show(change): Promise<void> {
      draw(change);
      await terminal.settled();
    },
  };
}

/** Where the cursor of the terminal is, on the screen. */
function cursorOf({ terminal }: Stage): Position {
  const { cursorX, cursorY } = terminal.xterm.buffer.active;
  return { row: cursorY, column: cursorX };
}

/** A frame's bytes without the marks around it. */
function lastWrite({ terminal }: Stage): string {
  return (terminal.writes.at(-1) ?? "").replace("\u001b[?2026h", "").replace("\u001b[?2026l", "");
}

const streamed = [
  "plain words in a line, as models write them",
  "你好，世界：这是一行中文",
  "emoji 👨‍👩‍👧‍👦 and 🇩🇪 and ❤️ here",
  "e\u0301 accents and 한국어",
  "",
];

function streamedLine(index: number, columns: number): string {
  const text = `${index} ${streamed[index % streamed.length] ?? ""}`;
  return wrapText(text, columns)[0] ?? "";
}

describe("streaming", () => {
  it.each([
    [120, 40],
    [80, 24],
  ])(
    "F93 2,000 streamed lines stand in the scrollback once and in order at %ix%i, without a repaint",
    async (columns, rows) => {
      const now = stage(columns, rows);
      const lines = Array.from({ length: 2000 }, (_, index) => streamedLine(index, columns));
      const bottom = ["─".repeat(columns), "> type here", "─".repeat(columns), "model · 12%"];
      for (const [index, line] of lines.entries()) {
        const points = Array.from(line);
        for (const end of [Math.ceil(points.length / 2), points.length])
          now.draw((view) => {
            view.live = [points.slice(0, end).join(""), "", ...bottom];
            view.cursor = { row: 3, column: 11 };
          });
        // Some lines leave one by one, some in bursts longer than the screen.
        if (index % 100 < 60 || index % 100 === 99)
          now.draw((view) => {
            const from = index % 100 === 99 ? index - 39 : index;
            view.finish(...lines.slice(from, index + 1));
            view.live = ["", "", ...bottom];
          });
      }
      await now.terminal.settled();
      const all = allRows(now.terminal.xterm);
      expect(all.slice(0, 2000)).toEqual(lines.map((line) => line.trimEnd()));
      expect(screenRows(now.terminal.xterm).slice(-4)).toEqual(bottom);
      const output = now.terminal.writes.join("");
      for (const repaint of ["\u001b[2J", "\u001b[3J", "\u001b[H", "\u001bc"])
        expect(output).not.toContain(repaint);
      // The rows of the editor are moved, not written again, whenever a line is added.
      expect(output.split("type here").length - 1).toBeLessThan(60);
    },
    30_000,
  );

  it("10 KB of streamed text cost less than 40 KB", async () => {
    const now = stage(120, 40);
    const words = Array.from({ length: 1700 }, (_, index) => `word${index % 10}`);
    const text = words.join(" ").slice(0, 10_000);
    let handedOut = 0;
    for (let end = 20; end <= text.length; end += 20) {
      const lines = wrapText(text.slice(0, end), 120);
      now.draw((view) => {
        view.finish(...lines.slice(handedOut, -2));
        handedOut = Math.max(0, lines.length - 2);
        view.live = [
          ...lines.slice(handedOut),
          "",
          "─".repeat(120),
          "> ",
          "─".repeat(120),
          `status ${end}`,
        ];
        view.cursor = { row: view.live.length - 3, column: 2 };
      });
    }
    await now.terminal.settled();
    expect(usedRows(now.terminal.xterm).slice(0, handedOut)).toEqual(
      wrapText(text, 120).slice(0, handedOut),
    );
    expect(now.terminal.bytes).toBeLessThan(40_000);
  });

  it("10 KB of one paragraph, taller than the screen, cost less than 40 KB: its rows are moved", async () => {
    const now = stage(120, 40);
    const words = Array.from({ length: 2000 }, (_, index) => `word${index}`);
    const text = words.join(" ").slice(0, 10_000);
    for (let end = 20; end <= text.length; end += 20) {
      now.draw((view) => {
        view.live = [...wrapText(text.slice(0, end), 120), "", "─".repeat(120), "> "];
        view.cursor = { row: view.live.length - 1, column: 2 };
      });
    }
    await now.terminal.settled();
    expect(usedRows(now.terminal.xterm)).toEqual(
      now.view.live.slice(-39).map((line) => line.trimEnd()),
    );
    expect(now.terminal.xterm.buffer.active.baseY).toBe(0);
    expect(now.terminal.bytes).toBeLessThan(40_000);
  });

  it("rows that move up within the live region show what the view says", async () => {
    const now = stage(12, 9);
    const random = lcg(11);
    let rows = Array.from({ length: 8 }, (_, index) => `row ${index}`);
    await now.show((view) => view.finish("above"));
    for (let step = 0; step < 300; step += 1) {
      const by = random(4);
      const kept = random(8 - by + 1);
      const fresh = Array.from({ length: by }, (_, index) =>
        `new ${step}.${index}`.slice(random(9)),
      );
      rows = [...rows.slice(by, by + kept), ...fresh, ...rows.slice(by + kept)];
      await now.show((view) => (view.live = rows));
      expect(usedRows(now.terminal.xterm)).toEqual(
        ["above", ...rows].slice(0, rows.findLastIndex((row) => row !== "") + 2),
      );
    }
  });

  it("a growing line writes only what it grew by", async () => {
    const now = stage();
    await now.show((view) => {
      view.live = ["你好 abc", "status"];
      view.cursor = { row: 0, column: 8 };
    });
    await now.show((view) => {
      view.live = ["你好 abcdef", "status"];
      view.cursor = { row: 0, column: 11 };
    });
    expect(lastWrite(now)).toBe("\u001b[9Gdef\u001b[12G");
    expect(screenRows(now.terminal.xterm).slice(0, 2)).toEqual(["你好 abcdef", "status"]);
  });

  it("a painted line grows within its style, and a shorter one leaves nothing behind", async () => {
    const now = stage();
    const theme = themeFor({ TERM: "xterm" });
    for (const text of ["one", "one two", "on"]) {
      await now.show((view) => (view.live = [theme.paint("error", text)]));
      expect(screenRows(now.terminal.xterm)[0]).toBe(text);
    }
    const cell = now.terminal.xterm.buffer.active.getLine(0)?.getCell(1);
    expect(cell?.getFgColor()).toBe(1);
  });

  it("a line that is finished as it stands is not written again", async () => {
    const now = stage();
    await now.show((view) => (view.live = ["first line", "> editor"]));
    await now.show((view) => {
      view.finish("first line");
      view.live = ["second", "> editor"];
    });
    expect(lastWrite(now)).not.toContain("first");
    expect(lastWrite(now)).not.toContain("editor");
    expect(usedRows(now.terminal.xterm)).toEqual(["first line", "second", "> editor"]);
  });

  it("F93 where the terminal may see another width, a row is still one row", async () => {
    const now = stage(10, 6);
    await now.show((view) => (view.live = ["👨‍👩‍👧‍👦".repeat(5), "below"]));
    expect(lastWrite(now).startsWith("\u001b[?7l")).toBe(true);
    expect(lastWrite(now)).toContain("\u001b[?7h");
    now.terminal.xterm.unicode.activeVersion = "6"; // A terminal that knows no clusters.
    await now.show((view) => (view.live = [`x${"👨‍👩‍👧‍👦".repeat(4)}`, "below"]));
    expect(screenRows(now.terminal.xterm)[1]).toBe("below");
  });

  it("lines of exactly the width leave no gap and wrap nothing", async () => {
    const now = stage(20, 6);
    const full = Array.from({ length: 12 }, (_, index) => String(index % 10).repeat(20));
    await now.show((view) => {
      view.finish(...full.slice(0, 9));
      view.live = [full[9] ?? "", "─".repeat(20)];
    });
    await now.show((view) => {
      view.finish(...full.slice(9, 10));
      view.live = [full[10] ?? "", "好".repeat(10), "─".repeat(20)];
    });
    expect(usedRows(now.terminal.xterm)).toEqual([
      ...full.slice(0, 11),
      "好".repeat(10),
      "─".repeat(20),
    ]);
    expect(cursorOf(now).row).toBe(5);
  });

  it("F97 a thousand lines finished at once all stand in the scrollback", async () => {
    const now = stage();
    await now.show((view) => (view.live = ["> "]));
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index}`);
    await now.show((view) => {
      view.finish(...lines);
      view.live = ["tail", "> "];
    });
    expect(usedRows(now.terminal.xterm)).toEqual([...lines, "tail", ">"]);
  });

  it("random changes of the live region always show what the view says", async () => {
    const now = stage(12, 8);
    const random = lcg(7);
    const finished: string[] = [];
    for (let step = 0; step < 400; step += 1) {
      const live = Array.from(
        { length: 1 + random(7) },
        () => "ab好x ".repeat(random(3)).trimEnd() + random(3),
      );
      const done = Array.from(
        { length: random(10) === 0 ? random(30) : random(3) },
        () => `f${finished.length % 100}${"·".repeat(random(9))}`,
      );
      finished.push(...done);
      const cursor = { row: random(live.length), column: random(12) };
      await now.show((view) => {
        view.finish(...done);
        view.live = live;
        view.cursor = cursor;
      });
      const rows = usedRows(now.terminal.xterm);
      expect(rows).toEqual([...finished, ...live]);
      expect(cursorOf(now)).toEqual({
        row: finished.length + cursor.row - now.terminal.xterm.buffer.active.baseY,
        column: cursor.column,
      });
    }
  });
});

describe("frames", () => {
  it("bug 47: many changes are one frame, and frames are 1/60 s apart", async () => {
    const { screen, view, clock, terminal } = stage();
    for (let change = 0; change < 50; change += 1) screen.invalidate();
    await Promise.resolve();
    expect(view.frames).toBe(1);
    for (let ms = 0; ms < 1000; ms += 1) {
      view.live = [`tick ${ms}`];
      screen.invalidate();
      clock.advance(1);
      await Promise.resolve();
    }
    expect(view.frames).toBeLessThanOrEqual(61);
    expect(view.frames).toBeGreaterThan(50);
    await terminal.settled();
    for (const text of terminal.writes.slice(1)) {
      expect(text.startsWith("\u001b[?2026h")).toBe(true);
      expect(text.endsWith("\u001b[?2026l")).toBe(true);
    }
  });

  it("nothing is written and no timer armed while nothing changes", async () => {
    const now = stage();
    await now.show((view) => (view.live = ["same"]));
    const { length } = now.terminal.writes;
    await now.show(() => undefined);
    now.clock.advance(60_000);
    expect(now.terminal.writes).toHaveLength(length);
    expect(now.clock.armed).toBe(0);
    expect(now.view.frames).toBe(2);
  });

  it("the cursor stands where the view says, in cells, and is hidden without a place", async () => {
    const now = stage();
    await now.show((view) => {
      view.live = ["x", "你好ab", "y"];
      view.cursor = { row: 1, column: 4 };
    });
    expect(cursorOf(now)).toEqual({ row: 1, column: 4 });
    await now.show((view) => (view.cursor = { row: 2, column: 1 }));
    expect(cursorOf(now)).toEqual({ row: 2, column: 1 });
    await now.show((view) => (view.cursor = undefined));
    expect(now.terminal.writes.at(-1)).toContain("\u001b[?25l");
    await now.show((view) => (view.cursor = { row: 0, column: 0 }));
    expect(now.terminal.writes.at(-1)).toContain("\u001b[?25h");
  });

  it("a live region taller than the screen loses its top, but never the cursor", async () => {
    const now = stage(20, 5);
    const live = Array.from({ length: 12 }, (_, index) => `row ${index}`);
    await now.show((view) => (view.live = live));
    expect(usedRows(now.terminal.xterm)).toEqual(["row 8", "row 9", "row 10", "row 11"]);
    await now.show((view) => (view.cursor = { row: 2, column: 1 }));
    expect(usedRows(now.terminal.xterm)).toEqual(["row 2", "row 3", "row 4", "row 5"]);
    expect(cursorOf(now)).toEqual({ row: 0, column: 1 });
    expect(now.terminal.xterm.buffer.active.baseY).toBe(0);
  });

  it("F93 a line wider than the terminal, or with control characters, is an error when strict", () => {
    const { screen, view } = stage(10, 5);
    for (const line of ["x".repeat(11), "好".repeat(6), "a\tb", "a\u0007b"]) {
      view.live = [line];
      screen.invalidate();
      expect(() => screen.flush()).toThrow(/wrap or fit it|clean it first/);
    }
  });

  it("F93 otherwise it is cut, and its rows stay in place", async () => {
    const terminal = new VirtualTerminal(10, 5);
    const view = new ScriptedView();
    const screen = new Screen({ terminal, view, clock: new ManualClock() });
    view.live = ["x".repeat(30), "好".repeat(6), "a\nb\u0007c", "\u001b[31mopen"];
    screen.invalidate();
    screen.flush();
    await terminal.settled();
    expect(usedRows(terminal.xterm)).toEqual(["xxxxxxxxx…", "好好好好…", "abc", "open"]);
    expect(terminal.writes.join("")).toContain("open\u001b[0m");
  });
});

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

describe("giving the terminal away", () => {
  it("a suspend takes the live region off, and a resume shows it below what the shell wrote", async () => {
    const now = stage();
    await now.show((view) => {
      view.finish("answer");
      view.live = ["tail", "> "];
      view.cursor = { row: 1, column: 2 };
    });
    now.terminal.suspend();
    now.terminal.print("[1]+ Stopped\n");
    now.view.finish("later");
    now.screen.invalidate();
    now.screen.flush();
    await now.terminal.settled();
    expect(usedRows(now.terminal.xterm)).toEqual(["answer", "[1]+ Stopped"]);
    now.terminal.resume();
    await Promise.resolve();
    now.clock.advance(20);
    await now.terminal.settled();
    expect(usedRows(now.terminal.xterm)).toEqual(["answer", "[1]+ Stopped", "later", "tail", ">"]);
    await now.terminal.resize(30, 10);
    now.clock.advance(100);
    await now.terminal.settled();
    expect(usedRows(now.terminal.xterm)).toEqual(["answer", "[1]+ Stopped", "later", "tail", ">"]);
  });

  it("F95 stop shows what is final, takes the rest off and shows the cursor at the beginning of a line", async () => {
    const now = stage();
    await now.show((view) => (view.live = ["working", "> "]));
    now.view.finish("last words");
    now.screen.invalidate();
    now.screen.stop();
    await now.terminal.settled();
    expect(usedRows(now.terminal.xterm)).toEqual(["last words"]);
    expect(cursorOf(now)).toEqual({ row: 1, column: 0 });
    expect(now.terminal.writes.at(-1)).toContain("\u001b[?25h");
    const { length } = now.terminal.writes;
    now.screen.invalidate();
    now.screen.stop();
    now.terminal.suspend();
    now.terminal.resume();
    now.clock.advance(1000);
    expect(now.terminal.writes).toHaveLength(length);
    expect(now.clock.armed).toBe(0);
  });
});

/** A small generator of numbers below `limit`, the same in every run. */
function lcg(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor(state / 65_536) % limit;
  };
}
