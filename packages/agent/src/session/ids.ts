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
  // Ids are no secrets. The system's generator would cost every start the several milliseconds that loading it takes.
  return Array.from({ length: bytes }, () =>
    Math.floor(Math.random() * 256)
      .toString(16)
      .padStart(2, "0"),
  ).join("");
}

/** The id of a new session: a random UUID, version 4 of RFC 9562. */
export function newSessionId(): string {
  const digits = randomHex(16);
  const variant = ((Number.parseInt(digits.charAt(16), 16) % 4) + 8).toString(16);
  return digits.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/,
    (_, time: string, middle: string, high: string, low: string, node: string) =>
      `${time}-${middle}-4${high}-${variant}${low}-${node}`,
  );
}
