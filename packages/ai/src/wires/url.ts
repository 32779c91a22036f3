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

/**
 * `base` + `path`, where the path of the base is the server's own business; a base without one gets `basePath`. A base
 * that already ends with the whole path, or with a slash, is taken too, and a query stays.
 */
export function serverUrl(base: string, basePath: string, path: string): string {
  const url = new URL(base.trim());
  let start = url.pathname.replace(/\/+$/, "");
  if (start.endsWith(path)) start = start.slice(0, -path.length);
  url.pathname = (start === "" ? basePath : start) + path;
  return url.href;
}
