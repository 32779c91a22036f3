/** Values of no more levels are left to `JSON.stringify`, which is fast. */
const shallowLevels = 8;

/**
 * JSON text of plain data, however deep it is nested: a tree of entries is as deep as the conversation is long, which is
 * too deep for `JSON.stringify`. The data must not contain itself.
 */
export function deepJson(value: unknown): string {
  const parts: string[] = [];
  // Pieces are written as they are, values are taken apart; the last one is next.
  const waiting: (Piece | { readonly value: unknown })[] = [{ value }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next instanceof Piece) parts.push(next.text);
    else if (isShallow(next.value, shallowLevels)) parts.push(JSON.stringify(next.value) ?? "null");
    else waiting.push(...apart(next.value).toReversed());
  }
  return parts.join("");
}

class Piece {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1));
}

function apart(value: unknown): readonly (Piece | { readonly value: unknown })[] {
  const isList = Array.isArray(value);
  const fields = Object.entries(value ?? {}).filter(([, field]) => isList || field !== undefined);
  const pieces = fields.flatMap(([name, field], at) => [
    new Piece(`${at === 0 ? "" : ","}${isList ? "" : `${JSON.stringify(name)}:`}`),
    { value: field },
  ]);
  return [new Piece(isList ? "[" : "{"), ...pieces, new Piece(isList ? "]" : "}")];
}
