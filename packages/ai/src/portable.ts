const PORTABLE_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** An id for a call that came without one. Ids of different turns must differ, so that a count would not do. */
export function makeToolCallId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  let id = "call_";
  for (const byte of bytes) id += byte.toString(16).padStart(2, "0");
  return id;
}

/**
 * An id that every provider accepts. A valid one stays as it is; another one becomes its letters and digits followed by
 * a hash of the whole, so that a call and its result stay together and `a|b` stays different from `a_b`.
 */
export function portableToolCallId(id: string): string {
  if (PORTABLE_ID.test(id)) return id;
  const readable = id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 40);
  return `tc_${readable}_${fnv1a(id, 0x811c9dc5)}${fnv1a(id, 0x1b873593)}`;
}

/** FNV-1a over UTF-16 code units, as eight hexadecimal digits. Needs no asynchronous Web Crypto. */
function fnv1a(text: string, seed: number): string {
  let hash = seed;
  for (let index = 0; index < text.length; index++) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return (hash >>> 0).toString(16).padStart(8, "0");
}
