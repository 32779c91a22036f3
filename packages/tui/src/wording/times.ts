const units: readonly (readonly [milliseconds: number, name: string])[] = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "min"],
  [1000, "s"],
];

/** How long ago something was, in its largest unit: `3 d ago`, `12 min ago`, `now`. */
export function age(milliseconds: number): string {
  const found = units.find(([size]) => milliseconds >= size);
  return found ? `${Math.floor(milliseconds / found[0])} ${found[1]} ago` : "now";
}

/** How long something takes, which may be shown while it goes on: `8s`, `1m 05s`, `2h 03m`. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole}s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return `${minutes}m ${twoDigits(whole % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${twoDigits(minutes % 60)}m`;
}

/** When a duration that began at `startedMs` next reads differently; both in milliseconds since 1970. */
export function nextSecondMs(startedMs: number, nowMs: number): number {
  const elapsed = Math.max(0, nowMs - startedMs);
  return startedMs + (Math.floor(elapsed / 1000) + 1) * 1000;
}

/** A minute of the calendar, in UTC: `2026-01-05 17:03`. `atMs`: milliseconds since 1970. */
export function minute(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 16).replace("T", " ");
}

function twoDigits(count: number): string {
  return String(count).padStart(2, "0");
}
