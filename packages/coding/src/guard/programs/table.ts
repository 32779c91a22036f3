/** A table by name. A map and not an object, which would answer for names such as `constructor` too. */
export function tableOf<Value>(
  entries: Readonly<Record<string, Value>>,
): ReadonlyMap<string, Value> {
  return new Map(Object.entries(entries));
}
