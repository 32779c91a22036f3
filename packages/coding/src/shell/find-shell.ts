import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";

/** Where a shell is looked for. */
export interface ShellSearch {
  readonly platform: NodeJS.Platform;
  /** The value of `PATH`. */
  readonly searchPath: string;
  readonly exists: (path: string) => boolean;
}

/** The first `bash`, else `sh`; on Windows that of Git, as the one in the system's folder belongs to another system. */
export function findShell(search: ShellSearch): string {
  return search.platform === "win32" ? findOnWindows(search) : findOnPosix(search);
}

export function hostShell(): string {
  return findShell({
    platform: process.platform,
    searchPath: process.env["PATH"] ?? "",
    exists: existsSync,
  });
}

function findOnPosix({ searchPath, exists }: ShellSearch): string {
  const folders = searchPath.split(posix.delimiter).filter((folder) => folder.startsWith("/"));
  const candidates = [...folders.map((folder) => posix.join(folder, "bash")), "/bin/bash"];
  return candidates.find((candidate) => exists(candidate)) ?? "/bin/sh";
}

function findOnWindows({ searchPath, exists }: ShellSearch): string {
  const folders = searchPath
    .split(win32.delimiter)
    .filter(
      (folder) => win32.isAbsolute(folder) && !/\\(?:system32|windowsapps)(?:\\|$)/i.test(folder),
    );
  const usual = ["C:\\Program Files\\Git\\bin", "C:\\Program Files (x86)\\Git\\bin"];
  const candidates = ["bash.exe", "sh.exe"].flatMap((name) =>
    [...folders, ...usual].map((folder) => win32.join(folder, name)),
  );
  return candidates.find((candidate) => exists(candidate)) ?? "bash.exe";
}
