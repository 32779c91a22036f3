import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { makeFolder } from "./files.ts";

/** Files below a folder. */
export type Tree = Readonly<Record<string, string | Uint8Array>>;

/** Writes files below a folder. */
export function writeTree(folder: string, files: Tree): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

/** A folder of the running test's own with these files. */
export function makeTree(files: Tree): string {
  const folder = makeFolder();
  writeTree(folder, files);
  return folder;
}
