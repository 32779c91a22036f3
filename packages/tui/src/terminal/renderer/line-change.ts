import { displayWidth } from "../text/width.ts";
import { sameBeginning } from "./same-beginning.ts";

/** What turns one line on the screen into another. */
export interface LineChange {
  /** Where the writing begins. */
  readonly column: number;
  readonly text: string;
  /** Whether the old line reaches beyond the new one. */
  readonly erasesRest: boolean;
}

/** The smallest part, from some column to the line's end, that must be written. */
export function changeOf(before: string, after: string): LineChange {
  if (before === "") return { column: 0, text: after, erasesRest: false };
  const same = sameBeginning(before, after);
  return {
    column: same.column,
    text: same.open + after.slice(same.length),
    erasesRest: displayWidth(before) > displayWidth(after),
  };
}
