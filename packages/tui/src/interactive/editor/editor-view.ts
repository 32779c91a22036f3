import type { Position } from "../../terminal/geometry.ts";
import { fitEnd } from "../../terminal/text/fit-end.ts";
import { fitText } from "../../terminal/text/fit.ts";
import type { Theme } from "../../terminal/text/theme.ts";
import { displayWidth } from "../../terminal/text/width.ts";
import { menuLines } from "../completion/menu-view.ts";
import type { EditorState } from "./editor-state.ts";
import { markWidth } from "./editor-width.ts";
import { paintRow } from "./paint-row.ts";
import { fillIn } from "./pastes.ts";
import type { ReverseSearch } from "./reverse-search.ts";
import { layoutAt } from "./row-moves.ts";
import { positionAt } from "./text-layout.ts";
import type { TextLayout } from "./text-layout.ts";

export interface EditorViewOptions {
  readonly theme: Theme;
  /** What an empty editor shows. */
  readonly hint?: string | undefined;
}

/** An editor on the screen. */
export interface ShownEditor {
  readonly lines: readonly string[];
  /** Where the next character goes, in `lines`: the terminal's cursor belongs there, for input methods too. */
  readonly cursor: Position;
}

/** The most rows of a menu; less where the screen is small. */
const mostMenuRows = 8;

/** Draws an editor, what is offered below it, and the search through the history. Only rows that are seen are drawn. */
export class EditorView {
  readonly #options: EditorViewOptions;
  #state: EditorState | undefined;
  #rows = Infinity;
  #layout: TextLayout | undefined;
  /** The first row that is seen. */
  #top = 0;
  #drawn: { readonly of: EditorState; readonly width: number; readonly rows: number } | undefined;
  #shown: ShownEditor = { lines: [], cursor: { row: 0, column: 0 } };

  constructor(options: EditorViewOptions) {
    this.#options = options;
  }

  /** Sets what `render` draws, in at most `rows` lines (at least one). */
  show(state: EditorState, rows: number): void {
    this.#state = state;
    this.#rows = Math.max(1, rows);
  }

  /** Lines of at most `width` columns: the very same array while nothing changed. */
  render(width: number): readonly string[] {
    const state = this.#state;
    if (!state) return this.#shown.lines;
    const { of, width: drawnWidth, rows } = this.#drawn ?? {};
    if (of === state && drawnWidth === width && rows === this.#rows) return this.#shown.lines;
    this.#shown = state.search
      ? this.#drawSearch(state, state.search, width)
      : this.#drawText(state, width);
    this.#drawn = { of: state, width, rows: this.#rows };
    return this.#shown.lines;
  }

  /** Where the next character goes, in the lines that were rendered last. */
  get cursor(): Position {
    return this.#shown.cursor;
  }

  #drawText(state: EditorState, width: number): ShownEditor {
    const layout = layoutAt(state, width, this.#layout);
    this.#layout = layout;
    const { row, column } = positionAt(layout, state.cursor);
    const { theme } = this.#options;
    const offered = state.menu
      ? menuLines(state.menu, { theme, width, rows: this.#menuRows() })
      : [];
    const rows = layout.count(Math.max(1, this.#rows - offered.length));
    const total = layout.count(row + rows + 1);
    this.#top = topRow({ top: this.#top, cursor: row, rows, total });
    const lines = this.#textLines(state, layout, { from: this.#top, rows, width });
    const place = {
      row: row - this.#top,
      column: Math.min(column + markWidth(width), Math.max(0, width - 1)),
    };
    return { lines: [...lines, ...offered], cursor: place };
  }

  #menuRows(): number {
    if (this.#rows < 3) return this.#rows - 1;
    return Math.min(mostMenuRows, Math.floor(this.#rows / 2));
  }

  #textLines(
    state: EditorState,
    layout: TextLayout,
    { from, rows, width }: { readonly from: number; readonly rows: number; readonly width: number },
  ): string[] {
    const { theme, hint = "" } = this.#options;
    const total = layout.count(from + rows + 1);
    const lines: string[] = [];
    for (let row = from; row < from + rows; row += 1) {
      const isCut = (row === from && from > 0) || (row === from + rows - 1 && row < total - 1);
      const arrow = row === from && from > 0 ? "↑ " : "↓ ";
      const mark = isCut ? theme.paint("muted", arrow) : rowMark(state.text, row, theme);
      lines.push((markWidth(width) > 0 ? mark : "") + paintRow(layout, row, theme));
    }
    if (state.text === "" && hint !== "" && lines[0] !== undefined)
      lines[0] += theme.paint("muted", fitText(hint, layout.columns));
    return lines;
  }

  /** The query, with the cursor behind it, and below it what was found. */
  #drawSearch(state: EditorState, search: ReverseSearch, width: number): ShownEditor {
    const { theme } = this.#options;
    const { query, at } = search;
    const isMissing = query !== "" && at === undefined;
    const title = searchTitle(isMissing, width);
    const room = Math.max(1, width - displayWidth(title) - 1);
    const asked = fitEnd(query, room);
    const line = theme.paint(isMissing ? "warning" : "muted", title) + asked;
    const cursor = {
      row: 0,
      column: Math.min(displayWidth(title) + displayWidth(asked), Math.max(0, width - 1)),
    };
    const text = at === undefined ? state.text : (state.walk.entries[at] ?? "");
    const found = layoutAt({ ...state, text }, width);
    const place = at === undefined ? 0 : matchAt(state, text, query);
    const rows = found.count(this.#rows - 1);
    const cursorRow = positionAt(found, place).row;
    const total = found.count(cursorRow + rows + 1);
    const from = topRow({ top: 0, cursor: cursorRow, rows, total });
    const lines = this.#textLines({ ...state, text }, found, { from, rows, width });
    return { lines: [line, ...lines], cursor };
  }
}

/** The first row of a window of `rows` that shows the cursor's row, moved as little as can be. */
function topRow(window: {
  readonly top: number;
  readonly cursor: number;
  readonly rows: number;
  readonly total: number;
}): number {
  const { top, cursor, rows, total } = window;
  const shown = Math.min(Math.max(top, cursor - rows + 1), cursor);
  return Math.max(0, Math.min(shown, total - rows));
}

function rowMark(text: string, row: number, theme: Theme): string {
  if (row > 0) return "  ";
  return text.startsWith("!") ? theme.paint("warning", "$ ") : theme.paint("accent", "› ");
}

function searchTitle(isMissing: boolean, width: number): string {
  const title = isMissing ? "not in the history: " : "search the history: ";
  if (width >= 2 * title.length) return title;
  return width >= 12 ? (isMissing ? "none: " : "find: ") : "";
}

function matchAt(state: EditorState, text: string, query: string): number {
  if (fillIn(state.pastes, text) !== text) return 0;
  return Math.max(0, text.toLowerCase().indexOf(query.toLowerCase()));
}
