import { fitText } from "../../terminal/text/fit.ts";
import { displayWidth, graphemeWidth } from "../../terminal/text/width.ts";
import { isPlainWide } from "./clusters.ts";
import { placeholderEntry } from "./pastes.ts";
import type { Pastes } from "./pastes.ts";

/** How one character of the editor looks. */
export interface ShownCluster {
  readonly text: string;
  /** Cells. */
  readonly width: number;
  readonly isPaste: boolean;
}

/** Where in a row a character stands, and how wide rows are, in cells. */
export interface CellContext {
  readonly column: number;
  readonly columns: number;
}

const tabStop = 4;

// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u001f\u007f-\u009f]/;
/** Reorder what stands beside them, or break the line in some terminals. */
const treacherous = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f\u2028\u2029\ufff9-\ufffb]/;

/** What the screen shows of a character: nothing of it may drive the terminal, and it is never wider than a row. */
export function showCluster(
  cluster: string,
  pastes: Pastes,
  { column, columns }: CellContext,
): ShownCluster {
  const unit = cluster.charCodeAt(0);
  if (cluster.length === 1) {
    if (unit >= 0x20 && unit < 0x7f) return shown(cluster, 1);
    if (isPlainWide(unit) && columns > 1) return shown(cluster, 2);
  }
  if (cluster === "\t") {
    const width = Math.min(tabStop - (column % tabStop), columns);
    return shown(" ".repeat(width), width);
  }
  const entry = placeholderEntry(pastes, cluster);
  if (entry) {
    const label = fitText(entry.label, columns);
    return { text: label, width: displayWidth(label), isPaste: true };
  }
  const text = controlPicture(cluster, unit);
  const width = graphemeWidth(text);
  return width > columns ? shown("·", 1) : shown(text, width);
}

function shown(text: string, width: number): ShownCluster {
  return { text, width, isPaste: false };
}

/** Unicode has a picture for each of the first control characters. */
function controlPicture(cluster: string, unit: number): string {
  if (treacherous.test(cluster)) return "\uFFFD";
  if (!control.test(cluster)) return cluster.toWellFormed();
  if (unit < 0x20) return String.fromCodePoint(0x24_00 + unit);
  return unit === 0x7f ? "\u2421" : "\uFFFD";
}
