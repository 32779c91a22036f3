import type { Position } from "../../terminal/geometry.ts";
import { cleanText } from "../../terminal/text/clean.ts";
import { fitEnd } from "../../terminal/text/fit-end.ts";
import { fitText } from "../../terminal/text/fit.ts";
import type { Theme } from "../../terminal/text/theme.ts";
import { displayWidth } from "../../terminal/text/width.ts";
import { itemLine } from "../completion/menu-view.ts";
import type { PickerState } from "./picker-state.ts";

/** The room for a list. */
export interface PickerRoom {
  readonly theme: Theme;
  readonly width: number;
  /** The most lines, at least two. */
  readonly rows: number;
}

/** A list on the screen. */
export interface ShownPicker {
  /** The title with what is typed, the items, and where the rows suffice the keys. */
  readonly lines: readonly string[];
  /** Behind what is typed. */
  readonly cursor: Position;
}

/** The most items that are seen at once. */
const mostItems = 12;
const keyHelp = "type to narrow · ↑↓ choose · Enter take · Esc back";

/** Draws a list to choose from; no line is wider than the room. */
export function pickerLines<Value>(
  state: PickerState<Value>,
  { theme, width, rows }: PickerRoom,
): ShownPicker {
  const head = headLine(state, theme, width);
  const hasHelp = rows >= 4;
  const room = Math.max(1, Math.min(mostItems, rows - (hasHelp ? 2 : 1)));
  const lines = [head.line, ...itemLines(state, { theme, width, rows: room })];
  if (hasHelp) lines.push(theme.paint("muted", fitText(keyHelp, width)));
  return { lines: lines.slice(0, Math.max(2, rows)), cursor: { row: 0, column: head.column } };
}

function headLine<Value>(
  { title, query, shown, items }: PickerState<Value>,
  theme: Theme,
  width: number,
): { readonly line: string; readonly column: number } {
  const name = fitText(`${cleanText(title)}: `, Math.max(1, Math.floor(width / 2)));
  const count = ` ${shown.length}/${items.length}`;
  const start = displayWidth(name);
  const typed = fitEnd(query, Math.max(0, width - start - 1));
  const column = Math.min(start + displayWidth(typed), Math.max(0, width - 1));
  const left = width - start - displayWidth(typed) - 1;
  const shownCount = left > count.length ? theme.paint("muted", count) : "";
  return { line: theme.paint("heading", name) + typed + shownCount, column };
}

function itemLines<Value>(
  { shown, selected, query }: PickerState<Value>,
  { theme, width, rows }: PickerRoom,
): string[] {
  if (shown.length === 0) {
    const text = query === "" ? "There is nothing to choose." : "Nothing fits.";
    return [theme.paint("muted", fitText(`  ${text}`, width))];
  }
  const count = Math.min(rows, shown.length);
  const from = Math.max(0, Math.min(selected - Math.floor(count / 2), shown.length - count));
  const items = shown.slice(from, from + count);
  const labels = labelCells(items, width);
  return items.map((item, index) =>
    itemLine(item, { theme, width, labels, isChosen: from + index === selected }),
  );
}

/** Labels may take two thirds of the line where details follow. */
function labelCells(
  items: readonly { readonly label: string; readonly detail?: string | undefined }[],
  width: number,
): number {
  const widest = Math.max(...items.map(({ label }) => displayWidth(cleanText(label))));
  const hasDetails = width > 30 && items.some(({ detail = "" }) => detail !== "");
  const most = hasDetails ? Math.floor((width * 2) / 3) : width - 2;
  return Math.max(1, Math.min(widest, most));
}
