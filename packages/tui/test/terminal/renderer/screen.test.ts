import { describe, expect, it } from "vitest";
import { Screen } from "../../../src/terminal/renderer/screen.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { VirtualTerminal } from "../support/virtual-terminal.ts";
import { usedRows } from "../support/xterm.ts";
import { cursorOf, ScriptedView, stage } from "../support/stage.ts";

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
