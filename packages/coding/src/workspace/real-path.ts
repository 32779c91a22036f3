import { existsSync, readdirSync, readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { WorkspaceError, isGone } from "../errors.ts";
import { formAmong, hasForms } from "./name-forms.ts";

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
    if (!isGone(error)) throw error;
  }
  const parent = dirname(path);
  if (parent === path) return path;
  const realParent = realTarget(parent, links);
  const link = linkTarget(path);
  if (link === undefined) return join(realParent, basename(path));
  if (links >= maxLinks)
    throw new WorkspaceError(
      "path",
      path,
      `Could not find ${path}: it leads through more than ${maxLinks} links.`,
    );
  return realTarget(resolve(realParent, link), links + 1);
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined; // Not a link, or not there: then the name itself is the target.
  }
}

/**
 * Where a path leads when a tool is given it: tools find a file under another form of its name as well (`presentForm`), so
 * whoever judges a path before a tool uses it has to look there.
 */
export function reachedTarget(path: string): string {
  return realTarget(presentOnDisk(path));
}

function presentOnDisk(path: string): string {
  if (existsSync(path)) return path;
  const parent = dirname(path);
  if (parent === path) return path;
  const name = basename(path);
  const folder = presentOnDisk(parent);
  const present = hasForms(name) ? formAmong(namesIn(folder), name) : undefined;
  return join(folder, present ?? name);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted((a, b) => (a < b ? -1 : 1));
  } catch {
    return []; // Not there, no folder, or not ours to read: then no tool finds anything in it either.
  }
}

/** Whether `path` is `folder` or below it. A sibling whose name merely begins alike is not. */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
