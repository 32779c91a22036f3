/** Bytes at the start of a file in which a NUL tells that it is no text. */
export const probedBytes = 8192;

/** Bytes that a text takes in UTF-8. Half of a surrogate pair counts as the replacement character it becomes. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Whether the bytes are UTF-8 from the first to the last. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false; // The decoder's way to say no.
  }
}

/** The chunks as one. The only chunk there is comes back as it is. */
export function concatBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const [first] = chunks;
  if (first && chunks.length === 1) return first;
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
