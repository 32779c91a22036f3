import { fillIn } from "./pastes.ts";
import type { Pastes } from "./pastes.ts";
import type { PromptWalk } from "./prompt-walk.ts";

/** A search through what was sent before, newest first. */
export interface ReverseSearch {
  readonly query: string;
  /** The entry that matches; undefined when none does, or nothing is asked for yet. */
  readonly at: number | undefined;
}

/** The search as it begins: nothing is asked for. */
export const newSearch: ReverseSearch = { query: "", at: undefined };

/** Asks for something else: the entry at hand, else the next older one that matches. */
export function searchFor(
  search: ReverseSearch,
  query: string,
  walk: PromptWalk,
  pastes: Pastes,
): ReverseSearch {
  if (query === "") return newSearch;
  const isNarrower = search.at !== undefined && query.startsWith(search.query);
  const from = isNarrower && search.at !== undefined ? search.at : walk.entries.length - 1;
  return { query, at: find({ query, from, step: -1, walk, pastes }) };
}

/** The next match, older (`-1`) or newer (`1`); the search as it was when there is none. */
export function searchOn(
  search: ReverseSearch,
  step: -1 | 1,
  walk: PromptWalk,
  pastes: Pastes,
): ReverseSearch {
  const { query, at } = search;
  if (query === "" || at === undefined) return search;
  const shown = walk.entries[at];
  let found = find({ query, from: at + step, step, walk, pastes });
  // The same text again would look as if nothing had happened.
  while (found !== undefined && walk.entries[found] === shown)
    found = find({ query, from: found + step, step, walk, pastes });
  return found === undefined ? search : { query, at: found };
}

interface Wanted {
  readonly query: string;
  readonly from: number;
  readonly step: -1 | 1;
  readonly walk: PromptWalk;
  readonly pastes: Pastes;
}

/** Case counts only when the query has upper case. */
function find({ query, from, step, walk, pastes }: Wanted): number | undefined {
  const isExact = query !== query.toLowerCase();
  for (let at = from; at >= 0 && at < walk.entries.length; at += step) {
    const text = fillIn(pastes, walk.entries[at] ?? "");
    if ((isExact ? text : text.toLowerCase()).includes(query)) return at;
  }
  return undefined;
}
