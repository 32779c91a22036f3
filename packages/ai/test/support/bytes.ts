const encoder = new TextEncoder();

export function encode(text: string): Uint8Array {
  return encoder.encode(text);
}

/** The chunks one after the other, each in a turn of its own, as a socket would deliver them. */
export async function* chunked(
  chunks: readonly (string | Uint8Array)[],
): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    await Promise.resolve();
    yield typeof chunk === "string" ? encode(chunk) : chunk;
  }
}

/** Bytes cut behind each of the given places. */
export function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let from = 0;
  for (const place of [...places.toSorted((one, other) => one - other), bytes.length]) {
    const to = Math.min(Math.max(place, from), bytes.length);
    if (to > from) chunks.push(bytes.slice(from, to));
    from = to;
  }
  return chunks;
}

/** Chunks, and then silence for ever. `left` tells whether the reader gave the rest up. */
export function silentAfter(chunks: readonly string[]): {
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly left: () => boolean;
} {
  let left = false;
  let index = 0;
  return {
    left: () => left,
    bytes: {
      [Symbol.asyncIterator]: () => ({
        next() {
          const chunk = chunks[index++];
          return chunk === undefined
            ? new Promise<never>(() => undefined)
            : Promise.resolve({ done: false, value: encode(chunk) });
        },
        return() {
          left = true;
          return Promise.resolve({ done: true, value: undefined });
        },
      }),
    },
  };
}
