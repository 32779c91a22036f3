import { cleanLine } from "../../terminal/text/clean.ts";
import { fitText, padText } from "../../terminal/text/fit.ts";
import type { Theme } from "../../terminal/text/theme.ts";
import { displayWidth } from "../../terminal/text/width.ts";
import type { CompletionItem, CompletionMenu } from "./completion-menu.ts";

/** The room for a menu. */
export interface MenuRoom {
  readonly theme: Theme;
  readonly width: number;
  /** The most lines. */
  readonly rows: number;
}

/** The items around the chosen one, one a line, each at most as wide as the room. */
export function menuLines(menu: CompletionMenu, { theme, width, rows }: MenuRoom): string[] {
  const count = Math.min(rows, menu.items.length);
  if (count < 1 || width < 1) return [];
  const middle = menu.selected - Math.floor(count / 2);
  const from = Math.max(0, Math.min(middle, menu.items.length - count));
  const items = menu.items.slice(from, from + count);
  const widest = Math.max(...items.map(({ label }) => displayWidth(cleanLine(label))));
  const labels = Math.min(widest, Math.max(1, width - 2));
  return items.map((item, index) =>
    itemLine(item, { theme, width, labels, isChosen: from + index === menu.selected }),
  );
}

interface ItemRoom {
  readonly theme: Theme;
  readonly width: number;
  /** Cells for the labels. */
  readonly labels: number;
  readonly isChosen: boolean;
}

/** The fewest cells in which a detail says anything. */
const shortestDetail = 8;

/** One item: its label, and its detail where there is room. */
export function itemLine(
  { label, detail = "" }: Pick<CompletionItem, "label" | "detail">,
  { theme, width, labels, isChosen }: ItemRoom,
): string {
  const mark = isChosen ? "› " : "  ";
  const name = fitText(cleanLine(label), labels);
  const left = width - mark.length - labels - 2;
  const shownDetail = left >= shortestDetail ? fitText(cleanLine(detail), left) : "";
  const start = isChosen ? theme.paint("accent", mark + name) : mark + name;
  if (shownDetail === "") return fitText(start, width);
  const gap = padText("", labels - displayWidth(name) + 2);
  return start + gap + theme.paint("muted", shownDetail);
}
