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

/** How long something takes: `8s`, `1m 05s`, `2h 03m`. */
export function duration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m ${twoDigits(seconds % 60)}s`;
  return `${Math.floor(minutes / 60)}h ${twoDigits(minutes % 60)}m`;
}

function twoDigits(count: number): string {
  return String(count).padStart(2, "0");
}
