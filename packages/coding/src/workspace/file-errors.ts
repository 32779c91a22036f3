import { CodingError, WorkspaceError, errorCode, errorText } from "../errors.ts";
import type { WorkspaceErrorKind } from "../errors.ts";

const known: Readonly<Record<string, readonly [WorkspaceErrorKind, string]>> = {
  ENOENT: ["not-found", "it does not exist"],
  EISDIR: ["is-directory", "it is a folder"],
  ENOTDIR: ["not-directory", "a part of the path is a file, not a folder"],
  EEXIST: ["not-directory", "a part of the path is a file, not a folder"],
  EACCES: ["denied", "permission denied"],
  EPERM: ["denied", "not permitted"],
  EROFS: ["denied", "the disk is read-only"],
  ENOSPC: ["io", "the disk is full"],
  EDQUOT: ["io", "the disk quota is used up"],
  ENAMETOOLONG: ["path", "a name in the path is too long"],
  ELOOP: ["path", "its links lead in a circle"],
};

/** A failure of the file system as an error that says what was tried. Errors that already do come back unchanged. */
export function fileError(
  action: "read" | "write" | "list" | "find",
  path: string,
  error: unknown,
): Error {
  if (CodingError.isInstance(error)) return error;
  const [kind, text] = known[errorCode(error) ?? ""] ?? (["io", errorText(error)] as const);
  return new WorkspaceError(kind, path, `Could not ${action} ${path}: ${text}.`, { cause: error });
}
