/** What was cut out, newest first: yank brings it back. */
export interface KillRing {
  readonly entries: readonly string[];
}

const mostEntries = 60;

/** Nothing was cut out yet. */
export function emptyKillRing(): KillRing {
  return { entries: [] };
}

/** Adds what was cut out. `joins` puts it to the newest entry instead: at its end, or with `isBefore` at its start. */
export function addKill(
  ring: KillRing,
  text: string,
  { joins, isBefore }: { readonly joins: boolean; readonly isBefore: boolean },
): KillRing {
  if (text === "") return ring;
  const [newest = "", ...older] = ring.entries;
  if (!joins) return { entries: [text, ...ring.entries].slice(0, mostEntries) };
  return { entries: [isBefore ? text + newest : newest + text, ...older] };
}

/** The entry `depth` steps back, around the ring; undefined when the ring is empty. */
export function killAt(ring: KillRing, depth: number): string | undefined {
  return ring.entries[depth % Math.max(1, ring.entries.length)];
}
