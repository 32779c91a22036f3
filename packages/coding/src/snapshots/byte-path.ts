import { lstatSync } from "node:fs";

/**
 * A path as its bytes, one character a byte, since a name need not be UTF-8: relative to the root of what is covered and
 * with `/`, or absolute when it is outside.
 */
export type PathKey = string;

/** The key of a path that is text. */
export function pathKey(path: string): PathKey {
  return isAscii(path) ? path : Buffer.from(path, "utf8").toString("latin1");
}

/** The path to hand to the file system: a string where that says all, bytes where it does not. */
export function diskPath(root: string, key: PathKey): string | Buffer {
  const isAbsolute = key.startsWith("/");
  const folder = isAbsolute || key === "" ? "" : root === "/" ? "/" : `${root}/`;
  if (key === "") return root;
  return isAscii(key) ? `${folder}${key}` : Buffer.concat([Buffer.from(folder), keyBytes(key)]);
}

function keyBytes(key: PathKey): Buffer {
  return Buffer.from(key, "latin1");
}

/** For people: bytes that are no UTF-8, and control characters, as `\xNN`. */
export function shownPath(key: PathKey): string {
  const bytes = keyBytes(key);
  const text = bytes.toString("utf8");
  const isText = Buffer.from(text, "utf8").equals(bytes);
  // eslint-disable-next-line no-control-regex -- names may hold them, a terminal shall not see them
  return (isText ? text : key).replaceAll(isText ? /[\0-\x1f\x7f\\]/g : /[^ -[\]-~]/g, (one) =>
    one === "\\" ? "\\\\" : `\\x${one.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}

/** The folder a path is in; empty for what is at the root. */
export function parentKey(key: PathKey): PathKey {
  const slash = key.lastIndexOf("/");
  return slash <= 0 ? "" : key.slice(0, slash);
}

/** Every folder above a path, nearest first, the root not among them. */
export function* foldersAbove(key: PathKey): Generator<PathKey, void> {
  for (let at = parentKey(key); at !== ""; at = parentKey(at)) yield at;
}

function isAscii(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- the range is what ASCII is
  return /^[\0-\x7f]*$/.test(text);
}

/** Whether anything is at a path, a link that leads nowhere included. */
export function isAnythingAt(root: string, key: PathKey): boolean {
  try {
    return lstatSync(diskPath(root, key), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false; // A part of the path is a file: nothing can be below it.
  }
}
