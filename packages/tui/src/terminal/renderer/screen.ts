import type { Position, Size } from "../geometry.ts";
import type { Terminal, TerminalClock, Unsubscribe } from "../terminal.ts";
import { checkedLine } from "./line-check.ts";
import { paintRows } from "./paint-rows.ts";
import { RecentRows, rowsOf } from "./recent-rows.ts";
import { relaidLines } from "./relaid-lines.ts";
import { RowWriter } from "./row-writer.ts";
import type { Frame, View } from "./view.ts";

/** At most 60 frames a second. */
const frameMs = 17;
/** While a window is dragged it changes its size many times: it is painted anew when that has been over for so long. */
const resizeMs = 50;

const nothing: readonly string[] = [""];

export interface ScreenOptions {
  readonly terminal: Terminal;
  readonly view: View;
  readonly clock: TerminalClock;
  /** Whether a line that is wider than the terminal is an error (in tests) and not cut. Default: cut. */
  readonly strict?: boolean | undefined;
}

/**
 * Shows a view on the terminal's main screen. What is final is written once and then belongs to the terminal, which
 * scrolls, searches and selects it; only the live region below is painted, as far as it differs from what is there, at
 * most 60 times a second and only after `invalidate`. Nothing is painted, and no timer armed, while nothing changes.
 *
 * After a resize the live region is painted anew, and with it the final lines still on the screen, laid out for the new
 * width. What is in the scrollback is the terminal's: it stands there as it was written, once. (A line that a narrower
 * window broke at the upper edge of the screen may stand there whole, and its first part above it.)
 */
export class Screen {
  readonly #terminal: Terminal;
  readonly #view: View;
  readonly #clock: TerminalClock;
  readonly #strict: boolean;
  readonly #unsubscribe: readonly Unsubscribe[];
  readonly #recent = new RecentRows();
  /** The live rows on the screen, and where in them the cursor is. */
  #shown: readonly string[] = nothing;
  #cursor: Position = { row: 0, column: 0 };
  /** Unknown until the first frame. */
  #isCursorHidden: boolean | undefined;
  #size: Size = { columns: 0, rows: 0 };
  /** At least so many rows below the live region are empty. */
  #emptyBelow = 0;
  #state: "fresh" | "shown" | "resized" | "suspended" | "stopped" = "fresh";
  #isDirty = false;
  #isScheduled = false;
  #lastFrameMs = Number.NEGATIVE_INFINITY;
  #timer: unknown;
  /** Lines of the last frame that were looked at already. */
  #checked: ReadonlyMap<string, string> = new Map();
  #checkedColumns = 0;

  constructor({ terminal, view, clock, strict = false }: ScreenOptions) {
    this.#terminal = terminal;
    this.#view = view;
    this.#clock = clock;
    this.#strict = strict;
    this.#unsubscribe = [
      terminal.onResize(() => this.#noteResize()),
      terminal.onSuspend(() => this.suspend()),
      terminal.onResume(() => this.resume()),
    ];
  }

  /** The view has changed: it is asked for a frame at once, or when the last frame is 1/60 s old. */
  invalidate(): void {
    this.#isDirty = true;
    if (this.#isScheduled || !this.#isPainting()) return;
    this.#isScheduled = true;
    const waitMs = this.#lastFrameMs + frameMs - this.#clock.now();
    if (waitMs > 0) this.#timer = this.#clock.setTimeout(this.flush, waitMs);
    else queueMicrotask(this.flush);
  }

  /** Paints now, if anything was invalidated. Throws when `strict` and a line is wrong. */
  readonly flush = (): void => {
    if (!this.#isDirty || !this.#isPainting()) return;
    this.#clock.clearTimeout(this.#timer);
    this.#isScheduled = false;
    this.#isDirty = false;
    this.#lastFrameMs = this.#clock.now();
    this.#paint();
  };

  /** Takes the live region off, so that another program finds a clean line. The terminal's suspend calls it. */
  suspend(): void {
    if (this.#state === "suspended" || this.#state === "stopped") return;
    this.#clock.clearTimeout(this.#timer);
    this.#isScheduled = false;
    this.#erase();
    this.#recent.startAnew();
    this.#emptyBelow = 0;
    this.#state = "suspended";
  }

  /** Shows the live region again, where the cursor is now. The terminal's resume calls it. */
  resume(): void {
    if (this.#state === "stopped") return;
    // A program that was stopped without notice finds its rows out of place: they are left where they are.
    if (this.#state !== "suspended") this.#recent.startAnew();
    this.#isCursorHidden = undefined;
    this.#shown = nothing;
    this.#cursor = { row: 0, column: 0 };
    this.#state = "fresh";
    this.invalidate();
  }

  /** Shows what is final, takes the live region off, and leaves the cursor at the beginning of the line below. */
  stop(): void {
    if (this.#state === "stopped") return;
    if (this.#state === "resized") this.#state = "shown";
    this.flush();
    if (this.#state !== "suspended") this.#erase();
    this.#clock.clearTimeout(this.#timer);
    this.#state = "stopped";
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
  }

  #isPainting(): boolean {
    return this.#state === "fresh" || this.#state === "shown";
  }

  #noteResize(): void {
    if (!this.#isPainting() && this.#state !== "resized") return;
    if (this.#state === "fresh") return this.invalidate(); // Nothing is shown that could be out of place.
    this.#clock.clearTimeout(this.#timer);
    this.#isScheduled = false;
    this.#state = "resized";
    this.#timer = this.#clock.setTimeout(() => this.#paintAnew(), resizeMs);
  }

  #paint(): void {
    const size = this.#terminal.size;
    const frame = this.#view.frame(size);
    const writer = new RowWriter(this.#cursor.row);
    if (this.#state === "fresh") writer.eraseBelow();
    this.#state = "shown";
    this.#write(writer, this.#shown, frame, size);
  }

  /** After a resize all of the live region is painted, and what stands above it, if it can be laid out anew. */
  #paintAnew(): void {
    this.#state = "shown";
    this.#isDirty = false;
    this.#lastFrameMs = this.#clock.now();
    const size = this.#terminal.size;
    const frame = this.#view.frame(size);
    const above = frame.finished.length === 0 ? this.#relaidAbove(size) : undefined;
    const rowsAbove = rowsOf(above?.old ?? [], size.columns) + this.#rowsAboveCursor(size.columns);
    const writer = new RowWriter(Math.min(rowsAbove, size.rows - 1));
    writer.moveTo(0);
    writer.eraseBelow();
    this.#recent.replaceLast(above?.old.length ?? 0, []);
    this.#write(writer, nothing, above ? { ...frame, finished: above.lines } : frame, size);
    this.#emptyBelow = 0;
  }

  #write(writer: RowWriter, before: readonly string[], frame: Frame, size: Size): void {
    const finished = frame.finished.map((line) => checkedLine(line, size.columns, this.#strict));
    const { live, cursor } = this.#fit(frame.live, frame.cursor, size);
    paintRows(writer, before, [...finished, ...live], size.rows);
    this.#recent.add(finished);
    this.#emptyBelow = Math.max(
      0,
      this.#emptyBelow + before.length - finished.length - live.length,
    );
    this.#size = size;
    this.#finish(writer, live, finished.length, cursor);
  }

  /** The final lines on the screen, as they were written and as they are for another width. */
  #relaidAbove(
    size: Size,
  ): { readonly old: readonly string[]; readonly lines: readonly string[] } | undefined {
    // Rows that move up and down only stay as they are.
    if (size.columns === this.#size.columns || !this.#recent.isWhole) return undefined;
    const old = this.#finalOnScreen(size);
    const lines = relaidLines(old, this.#view.recent(size));
    return lines && { old, lines };
  }

  /**
   * The final lines that the terminal still shows: it has broken those that are too long, and moved up what then found
   * no room; rows below the cursor go first when the window gets lower.
   */
  #finalOnScreen({ columns, rows }: Size): readonly string[] {
    const before = this.#size.rows - this.#shown.length - this.#emptyBelow;
    const candidates = this.#recent.last(Math.min(before, this.#recent.length));
    const below = rowsOf(this.#shown.slice(this.#cursor.row + 1), columns) + this.#emptyBelow;
    const cut = Math.min(below, Math.max(0, this.#size.rows - rows));
    let room = rows - rowsOf(this.#shown.slice(0, this.#cursor.row), columns) - 1 - (below - cut);
    let from = candidates.length;
    while (from > 0 && room > 0) {
      from -= 1;
      room -= rowsOf(candidates.slice(from, from + 1), columns);
    }
    return candidates.slice(from);
  }

  /** How many rows the shown rows above the cursor take, if the terminal has broken them at the new width. */
  #rowsAboveCursor(columns: number): number {
    return (
      rowsOf(this.#shown.slice(0, this.#cursor.row), columns) +
      Math.floor(this.#cursor.column / columns)
    );
  }

  /**
   * The live region, shorter than the screen, so that every row of it can be reached: it loses its top, but never the
   * cursor.
   */
  #fit(
    live: readonly string[],
    cursor: Position | undefined,
    { columns, rows }: Size,
  ): { readonly live: readonly string[]; readonly cursor: Position | undefined } {
    const most = Math.max(1, rows - 1);
    const above = Math.min(
      Math.max(0, live.length - most),
      cursor?.row ?? Number.POSITIVE_INFINITY,
    );
    const part = above > 0 || live.length > most ? live.slice(above, above + most) : live;
    const place = cursor && {
      row: Math.min(cursor.row - above, part.length - 1),
      column: Math.min(cursor.column, columns - 1),
    };
    return { live: part.length === 0 ? nothing : this.#check(part, columns), cursor: place };
  }

  #check(live: readonly string[], columns: number): readonly string[] {
    const known = this.#checkedColumns === columns ? this.#checked : undefined;
    const checked = new Map<string, string>();
    for (const line of live)
      checked.set(line, known?.get(line) ?? checkedLine(line, columns, this.#strict));
    this.#checked = checked;
    this.#checkedColumns = columns;
    return live.map((line) => checked.get(line) ?? line);
  }

  /** Puts the cursor in its place and writes all at once; nothing if nothing changed. */
  #finish(
    writer: RowWriter,
    live: readonly string[],
    above: number,
    cursor: Position | undefined,
  ): void {
    const isPainted = writer.toString() !== "";
    const place = cursor ?? { row: live.length - 1, column: 0 };
    const hasMoved =
      place.row !== this.#cursor.row || (cursor && place.column !== this.#cursor.column);
    if (isPainted || hasMoved === true)
      writer.place({ row: place.row + above, column: place.column });
    const isHidden = cursor === undefined;
    const visibility = isHidden ? "\u001b[?25l" : "\u001b[?25h";
    const text = writer.toString() + (isHidden === this.#isCursorHidden ? "" : visibility);
    this.#isCursorHidden = isHidden;
    this.#shown = live;
    this.#cursor = place;
    if (text !== "") this.#terminal.write(text);
  }

  #erase(): void {
    if (this.#state === "fresh") return;
    const writer = new RowWriter(this.#cursor.row);
    writer.moveTo(0);
    writer.eraseBelow();
    this.#terminal.write(writer.toString() + (this.#isCursorHidden === true ? "\u001b[?25h" : ""));
    this.#isCursorHidden = undefined;
    this.#shown = nothing;
    this.#cursor = { row: 0, column: 0 };
  }
}
