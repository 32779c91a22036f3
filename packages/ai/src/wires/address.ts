/**
 * `base` + `version` + `path`, whether or not `base` ends with a slash, with the version, or with the whole path:
 * people paste all of these.
 */
export function joinUrl(base: string, version: string, path: string): string {
  let start = base.trim().replace(/\/+$/, "");
  for (const end of [path, version]) {
    if (start.endsWith(end)) start = start.slice(0, -end.length).replace(/\/+$/, "");
  }
  return start + version + path;
}

/** Headers with lower-case names; the second set wins. */
export function mergeHeaders(
  own: Readonly<Record<string, string>>,
  given: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const source of [own, given ?? {}]) {
    for (const [name, value] of Object.entries(source)) headers[name.toLowerCase()] = value;
  }
  return headers;
}
