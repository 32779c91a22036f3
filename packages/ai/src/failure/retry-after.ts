import type { HeaderReader } from "../http.ts";

/**
 * The wait that a response asks for in `retry-after-ms` or `retry-after` (seconds, also with a fraction, or an HTTP
 * date), in milliseconds. `undefined` for none, for a date that is past and for anything else: then the back-off applies.
 */
export function requestedWaitMs(headers: HeaderReader, now: number): number | undefined {
  const milliseconds = decimal(headers.get("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const text = headers.get("retry-after")?.trim();
  if (text === undefined) return undefined;
  const seconds = decimal(text);
  if (seconds !== undefined) return seconds * 1000;
  const date = httpDate(text);
  return date === undefined || date <= now ? undefined : date - now;
}

function decimal(text: string | null | undefined): number | undefined {
  const value = text?.trim() ?? "";
  return /^\d+(?:\.\d+)?$/.test(value) && Number.isFinite(Number(value))
    ? Number(value)
    : undefined;
}

/** The three forms of RFC 9110 §5.6.7. `Date.parse` alone would read a date into almost any text. */
function httpDate(text: string): number | undefined {
  const fixed = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
  const rfc850 = /^[A-Z][a-z]+day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
  const asctime = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;
  if (!fixed.test(text) && !rfc850.test(text) && !asctime.test(text)) return undefined;
  const time = Date.parse(asctime.test(text) ? `${text} GMT` : text);
  return Number.isNaN(time) ? undefined : time;
}

/** A duration for people: `45 s`, `3 min`, `5 h`, `30 days`. */
export function durationText(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 120) return `${Number(seconds.toFixed(1))} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} days`;
}
