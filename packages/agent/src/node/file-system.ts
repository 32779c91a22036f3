import * as promises from "node:fs/promises";

/** The file functions a log on disk uses, as `node:fs/promises` has them. Replace some to see what a failure does. */
export type SessionFileSystem = Pick<
  typeof promises,
  "link" | "mkdir" | "open" | "readFile" | "realpath" | "rename" | "stat" | "unlink"
>;

/** The real ones. */
export const nodeFileSystem: SessionFileSystem = promises;

/** The code of a system error, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}
