/** The candidate that `word` is most likely a misspelling of; `undefined` when none is near. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = word.length < 4 ? 2 : 3;
  for (const candidate of candidates) {
    const isStart = word.length > 2 && candidate.startsWith(word);
    const distance = isStart ? 1 : editDistance(word, candidate);
    const isAsNear = distance === bestDistance && candidate.length === word.length;
    if (distance < bestDistance || (best !== undefined && isAsNear)) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Letters to add, drop, replace or swap with their neighbour until one word reads like the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[line - 1] === to[column - 1];
      const isSwapped = from[line - 1] === to[column - 2] && from[line - 2] === to[column - 1];
      const ways = [
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      ];
      if (line > 1 && column > 1 && isSwapped) ways.push((beforeLast[column - 2] ?? 0) + 1);
      next.push(Math.min(...ways));
    }
    beforeLast = last;
    last = next;
  }
  return last[to.length] ?? 0;
}
