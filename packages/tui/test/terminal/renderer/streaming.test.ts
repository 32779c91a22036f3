import { describe, expect, it } from "vitest";
import { themeFor } from "../../../src/terminal/text/theme.ts";
import { wrapText } from "../../../src/terminal/text/wrap.ts";
import { allRows, screenRows, usedRows } from "../support/xterm.ts";
import { cursorOf, lastWrite, stage } from "../support/stage.ts";

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

/** A small generator of numbers below `limit`, the same in every run. */
function lcg(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor(state / 65_536) % limit;
  };
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
