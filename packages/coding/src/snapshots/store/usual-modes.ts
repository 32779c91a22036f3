import type { PathKey } from "../byte-path.ts";
import type { Scan } from "../git/scan.ts";

/** The permissions that go without saying, in one place. */
export interface UsualModes {
  readonly file: number;
  readonly executable: number;
  readonly folder: number;
}

/** What most files and folders have. */
export function usualModes({ files, folders }: Scan): UsualModes {
  const regular = [...files.values()].filter((stats) => stats.isFile());
  const modes = regular.map(({ mode }) => mode & 0o7777);
  const plain = modes.filter((mode) => !isExecutable(mode));
  return {
    file: mostCommon(plain, 0o644),
    executable: mostCommon(modes.filter(isExecutable), 0o755),
    folder: mostCommon([...folders.values()], 0o755),
  };
}

/** The permissions of those files and folders that have other ones. */
export function unusualModes({ files, folders }: Scan, usual: UsualModes): Map<PathKey, number> {
  const modes = new Map<PathKey, number>();
  for (const [key, stats] of files) {
    const mode = stats.mode & 0o7777;
    const expected = isExecutable(mode) ? usual.executable : usual.file;
    if (stats.isFile() && mode !== expected) modes.set(key, mode);
  }
  for (const [key, mode] of folders) if (mode !== usual.folder) modes.set(key, mode);
  return modes;
}

/** As git sees it. */
function isExecutable(mode: number): boolean {
  return (mode & 0o100) !== 0;
}

function mostCommon(modes: readonly number[], otherwise: number): number {
  const counts = new Map<number, number>();
  for (const mode of modes) counts.set(mode, (counts.get(mode) ?? 0) + 1);
  return [...counts].toSorted((one, other) => other[1] - one[1])[0]?.[0] ?? otherwise;
}
