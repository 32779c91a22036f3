/** A part of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** More are not looked for: two are too many already, and a short text may stand in millions of places. */
export const maxOccurrences = 1000;

/** Every index at which `wanted` begins, up to {@link maxOccurrences} of them. */
export function occurrences(text: string, wanted: string): number[] {
  const found: number[] = [];
  if (wanted === "") return found;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    found.push(at);
    if (found.length === maxOccurrences) break;
  }
  return found;
}
