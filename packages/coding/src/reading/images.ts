const signatures: readonly (readonly [string, RegExp])[] = [
  ["image/png", /^89504e470d0a1a0a/],
  ["image/jpeg", /^ffd8ff/],
  ["image/gif", /^47494638(?:37|39)61/],
  ["image/webp", /^52494646.{8}57454250/],
];

/** The type of a picture that models can see, told by its first bytes and not by its name. */
export function imageType(start: Uint8Array): string | undefined {
  const head = Array.from(start.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  );
  return signatures.find(([, signature]) => signature.test(head))?.[0];
}

/** What providers take for one picture, as base64. A larger one would make every later request fail. */
export const maxImageBytes: number = 5 * 1024 * 1024;

/** The bytes that so many bytes take as base64. */
export function base64Length(bytes: number): number {
  return Math.ceil(bytes / 3) * 4;
}
