/** A function that knows its last answer: asked for the same again, it gives the very same one. */
export function remembered<Key extends readonly unknown[], Result>(
  make: (...key: Key) => Result,
): (...key: Key) => Result {
  let last: { readonly key: Key; readonly result: Result } | undefined;
  return (...key) => {
    const known = last;
    if (known && key.every((part, at) => Object.is(part, known.key[at]))) return known.result;
    const result = make(...key);
    last = { key, result };
    return result;
  };
}
