/**
 * What was sent before, and where in it the person is. Texts that were recalled and changed stay as changed until
 * something is sent: walking on loses nothing, and the draft waits at the end.
 */
export interface PromptWalk {
  /** Oldest first, as the editor holds them. */
  readonly entries: readonly string[];
  /** An index of `entries`; their number is the draft. */
  readonly at: number;
  /** Texts as they were left behind, by index. */
  readonly left: ReadonlyMap<number, string>;
}

/** As many texts are kept at hand. */
const mostEntries = 2000;

/** Nothing was sent yet. */
export function emptyHistory(): PromptWalk {
  return { entries: [], at: 0, left: new Map() };
}

/** Adds what was sent, and goes back to an empty draft. What is blank, or the same as the newest, is not added. */
export function addToHistory({ entries }: PromptWalk, text: string): PromptWalk {
  const isNew = text.trim() !== "" && entries.at(-1) !== text;
  const all = isNew ? [...entries, text].slice(-mostEntries) : entries;
  return { entries: all, at: all.length, left: new Map() };
}

/** Puts texts of earlier sessions in front; where the person is stays. */
export function withOlder(walk: PromptWalk, older: readonly string[]): PromptWalk {
  const left = [...walk.left].map(([index, text]): [number, string] => [
    index + older.length,
    text,
  ]);
  return {
    entries: [...older, ...walk.entries],
    at: walk.at + older.length,
    left: new Map(left),
  };
}

/** Goes `steps` back (negative) or on, leaving `text` behind; undefined where there is nothing to go to. */
export function walkBy(
  walk: PromptWalk,
  steps: number,
  text: string,
): { readonly walk: PromptWalk; readonly text: string } | undefined {
  const at = walk.at + steps;
  if (at < 0 || at > walk.entries.length) return undefined;
  const left = new Map(walk.left).set(walk.at, text);
  return { walk: { ...walk, at, left }, text: left.get(at) ?? walk.entries[at] ?? "" };
}
