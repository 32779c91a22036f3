import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";

/** Where ripgrep is looked for. */
export interface RipgrepSearch {
  /** A path to use, or `false` for none. Default: look for one. */
  readonly configured?: string | false | undefined;
  /** The value of `PATH`. */
  readonly searchPath: string;
  /** Answers the path of the one that came with this package, or rejects when none fits this machine. */
  readonly bundled?: (() => Promise<string>) | undefined;
}

/** The ripgrep to use: the configured one, the first in `PATH`, the one of `@vscode/ripgrep`, or none. */
export async function findRipgrep(search: RipgrepSearch): Promise<string | undefined> {
  const { configured, searchPath, bundled = bundledRipgrep } = search;
  if (configured !== undefined) return configured === false ? undefined : configured;
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  for (const folder of searchPath.split(delimiter))
    if (isAbsolute(folder) && (await isProgram(join(folder, name)))) return join(folder, name);
  try {
    return await bundled();
  } catch {
    return undefined; // An optional dependency: it is missing, or has nothing for this platform.
  }
}

async function bundledRipgrep(): Promise<string> {
  return (await import("@vscode/ripgrep")).rgPath;
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
