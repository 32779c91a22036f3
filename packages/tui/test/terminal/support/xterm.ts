// A CommonJS module: what it exports is its default.
// oxlint-disable-next-line import/default
import graphemes from "@xterm/addon-unicode-graphemes";
import xterm from "@xterm/headless";
import type { Terminal as XtermTerminal } from "@xterm/headless";

export type { XtermTerminal };

/** A terminal that knows grapheme clusters, with a long scrollback. */
export function createXterm(columns: number, rows: number): XtermTerminal {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    scrollback: 100_000,
    allowProposedApi: true,
  });
  terminal.loadAddon(new graphemes.UnicodeGraphemesAddon());
  terminal.unicode.activeVersion = "15-graphemes";
  return terminal;
}

/** Resolves when the terminal has taken the text in. */
export function feed(terminal: XtermTerminal, text: string): Promise<void> {
  return new Promise((resolve) => terminal.write(text, resolve));
}

/** All rows, from the first of the scrollback to the last of the screen, without the spaces at their ends. */
export function allRows(terminal: XtermTerminal): readonly string[] {
  const { active } = terminal.buffer;
  return Array.from({ length: active.length }, (_, row) =>
    (active.getLine(row)?.translateToString(true) ?? "").trimEnd(),
  );
}

/** The rows of the screen. */
export function screenRows(terminal: XtermTerminal): readonly string[] {
  return allRows(terminal).slice(terminal.buffer.active.baseY);
}

/** The rows before the empty ones at the end. */
export function usedRows(terminal: XtermTerminal): readonly string[] {
  const rows = allRows(terminal);
  return rows.slice(0, rows.findLastIndex((row) => row !== "") + 1);
}
