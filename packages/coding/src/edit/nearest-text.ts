/** Some lines of a text, from line `firstLine` (counted from 1) on. */
export interface NearestText {
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/** Of a larger text the search would take longer than anybody wants to wait for a hint. */
const maxTextLength = 8 * 1024 * 1024;
const maxShownLines = 12;
/** A line of the text that stands in more places than this says nothing about where one is. */
const maxPlaces = 100;
const maxWantedLines = 200;
const comparedLength = 300;
/** How alike two lines have to be, from 0 to 1, to be worth showing. */
const leastLikeness = 0.5;

/**
 * The place in a text that is most like what was looked for there in vain: where most of its lines stand, spaces and case
 * aside, or else where a line stands that shares most pairs of letters with its longest one. Undefined if nothing is near.
 */
export function nearestText(text: string, wanted: string): NearestText | undefined {
  if (text.length > maxTextLength) return undefined;
  const lines = text.split("\n");
  const wantedLines = wanted
    .replace(/^\s*\n|\s+$/g, "")
    .split("\n")
    .slice(0, maxWantedLines);
  const keys = lines.map(keyOf);
  const wantedKeys = wantedLines.map(keyOf);
  const start = placeOfMost(keys, wantedKeys) ?? placeOfLongest(keys, wantedKeys);
  if (start === undefined) return undefined;
  const first = Math.max(0, start);
  const end = Math.min(lines.length, start + wantedLines.length, first + maxShownLines);
  return { firstLine: first + 1, lines: lines.slice(first, end) };
}

function keyOf(line: string): string {
  return line.slice(0, comparedLength).trim().replace(/\s+/g, " ").toLowerCase();
}

/** Every line that stands somewhere votes, by its length, for the place at which the whole would begin. */
function placeOfMost(keys: readonly string[], wanted: readonly string[]): number | undefined {
  const places = new Map<string, number[]>(
    wanted.filter((key) => key.length > 2).map((key) => [key, []]),
  );
  for (const [index, key] of keys.entries()) {
    const found = places.get(key);
    if (found && found.length <= maxPlaces) found.push(index);
  }
  const votes = new Map<number, number>();
  for (const [index, key] of wanted.entries()) {
    const found = places.get(key) ?? [];
    if (found.length > maxPlaces) continue;
    for (const place of found)
      votes.set(place - index, (votes.get(place - index) ?? 0) + key.length);
  }
  return best(votes);
}

function placeOfLongest(keys: readonly string[], wanted: readonly string[]): number | undefined {
  const longest = wanted.reduce((a, b) => (b.length > a.length ? b : a), "");
  const offset = wanted.indexOf(longest);
  const wantedPairs = pairsOf(longest);
  const likeness = new Map<number, number>();
  for (const [index, key] of keys.entries()) {
    const size = wantedPairs.size + Math.max(0, key.length - 1);
    // Two sizes that differ too much cannot be alike enough, whatever they hold.
    if (2 * Math.min(wantedPairs.size, key.length - 1) < leastLikeness * size) continue;
    const value = shared(wantedPairs, key);
    if (value >= leastLikeness) likeness.set(index - offset, value);
  }
  return best(likeness);
}

function best(scores: ReadonlyMap<number, number>): number | undefined {
  let place: number | undefined;
  let highest = 0;
  for (const [candidate, score] of scores) {
    if (score <= highest) continue;
    highest = score;
    place = candidate;
  }
  return place;
}

function pairsOf(text: string): Set<string> {
  const pairs = new Set<string>();
  for (let index = 0; index < text.length - 1; index++) pairs.add(text.slice(index, index + 2));
  return pairs;
}

/** Dice's coefficient of the pairs of letters. */
function shared(wanted: ReadonlySet<string>, text: string): number {
  const pairs = pairsOf(text);
  let both = 0;
  for (const pair of pairs) if (wanted.has(pair)) both++;
  return (2 * both) / (wanted.size + pairs.size || 1);
}
