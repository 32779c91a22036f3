/** `5s`, `1m 2s`, `2h 3m`. */
export function durationText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  if (whole < 60) return `${whole}s`;
  if (whole < 3600) return `${Math.floor(whole / 60)}m ${whole % 60}s`;
  return `${Math.floor(whole / 3600)}h ${Math.floor((whole % 3600) / 60)}m`;
}

/** When a duration that began at `startedMs` next reads differently; both in milliseconds since 1970. */
export function nextSecondMs(startedMs: number, nowMs: number): number {
  const elapsed = Math.max(0, nowMs - startedMs);
  return startedMs + (Math.floor(elapsed / 1000) + 1) * 1000;
}
