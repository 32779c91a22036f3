import { stripSequences } from "../text/escape.ts";

/** Spaces depend on the width; rules and the edges of tables too. */
const layout = /[\s\u2500-\u257f]/g;

/**
 * Which of the last final lines, laid out for a new width, say the same as the lines on the screen: these are written in
 * their place. `undefined` when the words differ, so that nothing is written twice and nothing lost.
 */
export function relaidLines(
  shown: readonly string[],
  recent: readonly string[],
): readonly string[] | undefined {
  const old = shown.map((line) => wordsOf(line)).join("");
  const words = recent.map((line) => wordsOf(line));
  const all = words.join("");
  if (old.endsWith(all)) return recent;
  if (!all.endsWith(old)) return undefined;
  let from = recent.length;
  let length = 0;
  while (from > 0 && length < old.length) {
    from -= 1;
    length += words[from]?.length ?? 0;
  }
  // Empty lines above belong to what was shown only if it began with them.
  let empty = shown.findIndex((line) => wordsOf(line) !== "");
  while (empty > 0 && from > 0 && words[from - 1] === "") {
    from -= 1;
    empty -= 1;
  }
  return recent.slice(from);
}

function wordsOf(line: string): string {
  return stripSequences(line).replaceAll(layout, "");
}
