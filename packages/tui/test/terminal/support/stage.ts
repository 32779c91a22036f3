import type { Position, Size } from "../../../src/terminal/geometry.ts";
import { Screen } from "../../../src/terminal/renderer/screen.ts";
import type { Frame, View } from "../../../src/terminal/renderer/view.ts";
import { wrapText } from "../../../src/terminal/text/wrap.ts";
import { ManualClock } from "./manual-clock.ts";
import { VirtualTerminal } from "./virtual-terminal.ts";

/** A view whose lines a test sets. Final lines are laid out for each width. */
export class ScriptedView implements View {
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

/** A screen on a terminal that can be looked at, and what moves it. */
export interface Stage {
  readonly terminal: VirtualTerminal;
  readonly view: ScriptedView;
  readonly clock: ManualClock;
  readonly screen: Screen;
  /** Changes what is shown and paints it. */
  draw(change: (view: ScriptedView) => void): void;
  /** The same, and resolves when the terminal shows it. */
  show(change: (view: ScriptedView) => void): Promise<void>;
}

/** A strict screen of this size. */
export function stage(columns = 40, rows = 10): Stage {
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
export function cursorOf({ terminal }: Stage): Position {
  const { cursorX, cursorY } = terminal.xterm.buffer.active;
  return { row: cursorY, column: cursorX };
}

/** A frame's bytes without the marks around it. */
export function lastWrite({ terminal }: Stage): string {
  return (terminal.writes.at(-1) ?? "").replace("\u001b[?2026h", "").replace("\u001b[?2026l", "");
}
