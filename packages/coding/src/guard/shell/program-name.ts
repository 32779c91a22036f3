/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Without folder, and without the version in names such as `python3.12`. */
export function programName(name: string): string {
  const base = baseName(name).toLowerCase();
  return base.replace(/(?<=[a-z])[-.]?\d+(?:\.\d+)*$/, "") || base;
}

/** Whether the path names a program where only the system's owner puts programs. */
export function isSystemPath(path: string): boolean {
  return /^\/(?:(?:usr\/(?:local\/)?)?s?bin|opt\/homebrew\/bin)\/[^/]+$/.test(path);
}
