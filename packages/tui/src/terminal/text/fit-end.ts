import { cleanLine } from "./clean.ts";
import { displayWidth, splitGraphemes } from "./width.ts";

/** One line of what a person writes, cut at its start: its end, where the cursor is, stays in sight. */
export function fitEnd(raw: string, width: number): string {
  const text = cleanLine(raw);
  if (displayWidth(text) <= width) return text;
  if (width < 1) return "";
  const kept: string[] = [];
  let used = 1;
  for (const cluster of splitGraphemes(text).toReversed()) {
    used += displayWidth(cluster);
    if (used > width) break;
    kept.unshift(cluster);
  }
  return `…${kept.join("")}`;
}
