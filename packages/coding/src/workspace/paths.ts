import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { WorkspaceError, errorCode } from "../errors.ts";

/** Linux gives up after as many links. */
const maxLinks = 40;

/**
 * Where a path really leads, also when the last parts of it do not exist yet or a link leads to nothing. Synchronous on
 * purpose: a lock keyed by it is taken on the caller's line, so two calls cannot overtake each other.
 */
export function realTarget(path: string, links = 0): string {
  try {
    return realpathSync.native(path);
  } catch (error) {
    const code = errorCode(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const realParent = realTarget(parent, links);
  const link = linkTarget(path);
  if (link === undefined) return join(realParent, basename(path));
  if (links >= maxLinks)
    throw new WorkspaceError("path", path, `${path} leads through more than ${maxLinks} links.`);
  return realTarget(resolve(realParent, link), links + 1);
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // Not a link, or not there: then the name itself is the target.
  }
}

/** Whether `path` is `folder` or below it. A sibling whose name merely begins alike is not. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
