/**
 * At most `limit` candidates that somebody who wrote `word` may have meant, the likeliest first; of equally likely ones
 * the later in code-unit order, which is the newer of two versions.
 */
export function nearest(word: string, candidates: Iterable<string>, limit = 3): string[] {
  const wanted = fold(word);
  const most = Math.max(1, Math.floor(wanted.length / 4));
  const ranked: { readonly candidate: string; readonly distance: number }[] = [];
  for (const candidate of candidates) {
    const name = fold(candidate);
    const distance = contains(name, wanted) ? 0.5 : editDistance(wanted, name, most);
    if (distance <= most) ranked.push({ candidate, distance });
  }
  return ranked
    .toSorted((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? 1 : -1))
    .slice(0, limit)
    .map(({ candidate }) => candidate);
}

function fold(text: string): string {
  return text.toLowerCase().replaceAll(/[\s._-]+/g, "-");
}

function contains(name: string, wanted: string): boolean {
  return wanted.length > 2 && name.includes(wanted);
}

/** Letters to add, drop, replace or swap with their neighbour; above `most` any larger number. */
function editDistance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1];
      const isSwapped =
        row > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      next.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (next[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (beforeLast[column - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, next];
  }
  return last[to.length] ?? 0;
}
