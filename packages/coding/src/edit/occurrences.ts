/** A part of a text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Every index at which `wanted` begins. */
export function occurrences(text: string, wanted: string): number[] {
  const found: number[] = [];
  if (wanted === "") return found;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) found.push(at);
  return found;
}
