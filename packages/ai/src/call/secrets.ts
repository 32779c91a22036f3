import type { WireTarget } from "../wires/wire.ts";

const SECRET_HEADERS: ReadonlySet<string> = new Set([
  "authorization",
  "proxy-authorization",
  "cookie",
  "x-api-key",
  "api-key",
  "x-goog-api-key",
]);
/** A shorter value would be found inside ordinary words. */
const MIN_SECRET_LENGTH = 6;

/** Values that must not leave the process except in the request itself, the longest first. */
export function secretsOf(target: WireTarget): readonly string[] {
  const values = [target.apiKey ?? ""];
  for (const [name, value] of Object.entries(target.headers ?? {})) {
    if (SECRET_HEADERS.has(name.toLowerCase())) values.push(value, value.replace(/^\w+\s+/, ""));
  }
  return values
    .filter((value) => value.length >= MIN_SECRET_LENGTH)
    .toSorted((one, other) => other.length - one.length);
}

/** A text in which no secret can be read: providers and transports quote what they were sent. */
export function redact(text: string, secrets: readonly string[]): string {
  let clean = text;
  for (const secret of secrets) clean = clean.replaceAll(secret, "[redacted]");
  return clean;
}

/** Headers without those that hold a secret. */
export function publicHeaders(
  headers: Readonly<Record<string, string>>,
  secrets: readonly string[],
): Record<string, string> {
  const isPublic = ([name, value]: [string, string]): boolean =>
    !SECRET_HEADERS.has(name) && !secrets.some((secret) => value.includes(secret));
  return Object.fromEntries(Object.entries(headers).filter(isPublic));
}
