import type { Theme } from "../../terminal/text/theme.ts";
import { ClusterReader } from "./clusters.ts";
import { showCluster } from "./shown-cluster.ts";
import { rowRange } from "./text-layout.ts";
import type { TextLayout } from "./text-layout.ts";

const plain = /^[ -~]*$/;

/** One row of the text as the screen shows it: placeholders stand out, and nothing drives the terminal. */
export function paintRow(layout: TextLayout, row: number, theme: Theme): string {
  const { text, pastes, columns } = layout;
  const { from, to } = rowRange(layout, row);
  const whole = text.slice(from, to);
  if (plain.test(whole)) return whole.trimEnd(); // A blank may hang over the end.
  const reader = new ClusterReader(text);
  const parts: string[] = [];
  let column = 0;
  for (let at = from; at < to;) {
    const end = reader.end(at);
    const shown = showCluster(text.slice(at, end), pastes, { column, columns });
    parts.push(shown.isPaste ? theme.paint("accent", shown.text) : shown.text);
    column += shown.width;
    at = end;
  }
  return parts.join("").trimEnd();
}
