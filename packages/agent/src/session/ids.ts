/**
 * An id that is not taken: eight hexadecimal digits, which people can tell apart and type. When candidates keep
 * colliding it grows to 32 digits.
 */
export function freshEntryId(
  isTaken: (id: string) => boolean,
  candidate: () => string = shortId,
): string {
  for (let attempt = 0; attempt < 16; attempt += 1) {
    const id = candidate();
    if (id !== "" && !isTaken(id)) return id;
  }
  return randomHex(16);
}

function shortId(): string {
  return randomHex(4);
}

/** Random bytes as hexadecimal digits, two for each. */
export function randomHex(bytes: number): string {
  let text = "";
  for (const byte of crypto.getRandomValues(new Uint8Array(bytes)))
    text += byte.toString(16).padStart(2, "0");
  return text;
}
