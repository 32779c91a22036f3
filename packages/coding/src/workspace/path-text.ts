import { WorkspaceError } from "../errors.ts";

/** Refuses what no file can be called, with a `WorkspaceError` (`path`). */
export function checkPath(path: string): void {
  if (path === "")
    throw new WorkspaceError(
      "path",
      path,
      "Could not use the path: it is empty. Name a file or folder.",
    );
  if (path.includes("\0"))
    throw new WorkspaceError(
      "path",
      path,
      `Could not use the path ${JSON.stringify(path)}: it contains a NUL character. Leave that out.`,
    );
}

/** `~` and `~/x` lead home; anything else, `~name` too, is taken as it is. */
export function expandHome(path: string, home: string): string {
  if (path === "~") return home;
  return path.startsWith("~/") ? `${home}/${path.slice(2)}` : path;
}

/** The absolute path, with `/` between names, that `path` means seen from `from`; a relative `from` starts at the root. */
export function resolvePosix(from: string, path: string): string {
  const names: string[] = [];
  for (const name of `${path.startsWith("/") ? "" : from}/${path}`.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `/${names.join("/")}`;
}
