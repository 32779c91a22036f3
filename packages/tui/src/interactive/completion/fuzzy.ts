/** Something to be found, prepared once: comparing ignores case. */
export interface FuzzyTarget {
  readonly text: string;
  readonly lower: string;
}

export function fuzzyTarget(text: string): FuzzyTarget {
  return { text, lower: text.toLowerCase() };
}

const points = {
  /** For each character that is found. */
  found: 16,
  /** Right behind the one before. */
  adjacent: 14,
  /** At the start of a name, or of a word in it. */
  nameStart: 12,
  wordStart: 9,
  /** In the same case; more where upper case was typed. */
  sameCase: 1,
  sameUpperCase: 8,
  /** In the last name of a path. */
  lastName: 6,
  /** Taken off for each character in between, up to a limit. */
  gap: 2,
  mostGap: 12,
  /** The whole text, or the whole last name. */
  whole: 60,
  /** Taken off for each character of the target, so that the shorter of two wins. */
  length: 0.1,
} as const;

/**
 * How well the characters of the query are found in the target, in their order: more is better, undefined when they are
 * not all there. Starts of names and words count more, and so do neighbours and the last name of a path. Blanks
 * separate words that are looked for each by itself.
 */
export function fuzzyScore(query: string, target: FuzzyTarget): number | undefined {
  let total = 0;
  for (const word of query.split(/\s+/)) {
    if (word === "") continue;
    const score = wordScore(word, target);
    if (score === undefined) return undefined;
    total += score;
  }
  return total - target.text.length * points.length;
}

function wordScore(word: string, target: FuzzyTarget): number | undefined {
  const wanted = word.toLowerCase();
  const { lower } = target;
  const nameAt = lastNameStart(lower);
  if (lower === wanted || lower.slice(nameAt) === wanted)
    return points.whole + wanted.length * (points.found + points.adjacent + points.lastName);
  // Where the last name alone holds it, it is meant there; otherwise as late as it can be.
  const inName = nameAt > 0 ? scoreFrom(word, wanted, target, nameAt) : undefined;
  return inName ?? scoreFrom(word, wanted, target, 0);
}

function scoreFrom(
  word: string,
  wanted: string,
  target: FuzzyTarget,
  start: number,
): number | undefined {
  const { lower } = target;
  const at = lower.indexOf(wanted, start);
  if (at !== -1) return scoreOf(word, target, closest(wanted, lower, at + wanted.length, start));
  const first: number[] = [];
  let end = start;
  for (const unit of wanted.split("")) {
    const found = lower.indexOf(unit, end);
    if (found === -1) return undefined;
    first.push(found);
    end = found + 1;
  }
  const near = closest(wanted, lower, end, start);
  return Math.max(scoreOf(word, target, first), scoreOf(word, target, near));
}

/** Where the characters are when they are looked for backwards from `end`: closer together than forwards. */
function closest(wanted: string, lower: string, end: number, start: number): readonly number[] {
  const places: number[] = [];
  let before = end - 1;
  for (let index = wanted.length - 1; index >= 0; index -= 1) {
    before = lower.lastIndexOf(wanted[index] ?? "", before);
    places.push(Math.max(before, start));
    before -= 1;
  }
  return places.toReversed();
}

function scoreOf(word: string, { text, lower }: FuzzyTarget, places: readonly number[]): number {
  const nameAt = lastNameStart(lower);
  let score = 0;
  let last = -2;
  for (const [index, place] of places.entries()) {
    score += points.found + startPoints(text, place);
    if (place === last + 1) score += points.adjacent;
    else if (last >= 0) score -= Math.min(points.mostGap, (place - last) * points.gap);
    if (place >= nameAt) score += points.lastName;
    if (text[place] === word[index]) score += casePoints(word[index] ?? "");
    last = place;
  }
  return score;
}

function casePoints(character: string): number {
  return character === character.toLowerCase() ? points.sameCase : points.sameUpperCase;
}

function startPoints(text: string, place: number): number {
  const before = text[place - 1];
  if (before === undefined || before === "/") return points.nameStart;
  if (/[\s_.:-]/.test(before)) return points.wordStart;
  const isHump = /\p{Lu}/u.test(text[place] ?? "") && /\p{Ll}/u.test(before);
  return isHump ? points.wordStart : 0;
}

/** A folder's path ends with `/`, which does not separate it from its name. */
function lastNameStart(text: string): number {
  return text.lastIndexOf("/", text.length - 2) + 1;
}

/** The best `limit` of the items, best first; equals keep their order. */
export function rank<Item>(
  query: string,
  items: readonly Item[],
  targetOf: (item: Item) => FuzzyTarget,
  limit: number = Infinity,
): readonly Item[] {
  if (query.trim() === "") return items.slice(0, limit);
  const scored: { item: Item; score: number }[] = [];
  for (const item of items) {
    const score = fuzzyScore(query, targetOf(item));
    if (score !== undefined) scored.push({ item, score });
  }
  return scored
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ item }) => item);
}
