import { readdir } from "node:fs/promises";
import { isGone } from "../errors.ts";

/** The names in a folder of this machine, in no order; none when it is not there, or is a file. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

/** The end of a path as a part of a file's name: for people, as two paths may have the same. */
export function readableName(path: string): string {
  const name = path.replaceAll(/[^A-Za-z0-9]+/g, "-").replace(/^-|-$/g, "");
  return name.slice(-48).replace(/^-/, "") || "root";
}
