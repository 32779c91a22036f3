/** Adds all of them. Spread into one call, more lines than the stack holds would fail. */
export function pushAll(lines: string[], added: readonly string[]): void {
  for (const line of added) lines.push(line);
}
