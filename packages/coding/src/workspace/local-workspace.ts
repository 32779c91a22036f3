import { constants } from "node:fs";
import type { Dirent, Stats } from "node:fs";
import { open, readdir, stat } from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { WorkspaceError, errorCode } from "../errors.ts";
import { atomicWrite } from "./atomic-write.ts";
import { fileError } from "./file-errors.ts";
import { FileLocks } from "./file-locks.ts";
import { checkPath, expandHome, isInside, realTarget } from "./paths.ts";
import type { DirectoryEntry, FileKind, FileStat, Workspace } from "./workspace.ts";

/**
 * One queue a real file, shared by every workspace of the process: two agents that edit one file must not lose each
 * other's work. The only state of this package that belongs to a module.
 */
const locks = new FileLocks();

const chunkBytes = 256 * 1024;

export interface LocalWorkspaceOptions {
  /** Where relative paths start. Default: the process's working directory at construction. */
  readonly cwd?: string | undefined;
  /**
   * The folder that every path must stay in, links followed. Default: no limit. A guard rail against mistakes, not a
   * sandbox: a command run beside it can go anywhere.
   */
  readonly root?: string | undefined;
  /** What `~` means. Default: the user's home folder. */
  readonly home?: string | undefined;
}

/** The files of this machine. */
export class LocalWorkspace implements Workspace {
  readonly cwd: string;
  readonly #root: string | undefined;
  readonly #home: string;

  constructor(options: LocalWorkspaceOptions = {}) {
    this.#home = options.home ?? homedir();
    this.cwd = resolve(expandHome(options.cwd ?? process.cwd(), this.#home));
    this.#root =
      options.root === undefined ? undefined : realTarget(resolve(this.cwd, options.root));
  }

  resolve(path: string, from: string = this.cwd): string {
    checkPath(path);
    return resolve(from, expandHome(path, this.#home));
  }

  async realPath(path: string): Promise<string> {
    return this.#enter(path);
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const real = this.#enter(path);
    try {
      const found = await stat(real);
      return { kind: kindOf(found), size: found.size, modifiedMs: found.mtimeMs };
    } catch (error) {
      const code = errorCode(error);
      if (code === "ENOENT" || code === "ENOTDIR") return undefined;
      throw fileError("find", path, error);
    }
  }

  async *read(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array, void> {
    signal?.throwIfAborted();
    await using file = await this.#openForReading(path);
    for (;;) {
      signal?.throwIfAborted();
      const chunk = new Uint8Array(chunkBytes);
      const { bytesRead } = await readChunk(file, chunk, path);
      if (bytesRead === 0) return;
      yield chunk.subarray(0, bytesRead);
    }
  }

  async list(path: string): Promise<readonly DirectoryEntry[]> {
    try {
      const entries = await readdir(this.#enter(path), { withFileTypes: true });
      return entries
        .map((entry) => ({ name: entry.name, kind: entryKind(entry) }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      throw fileError("list", path, error);
    }
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    try {
      await atomicWrite(this.#enter(path), bytes);
    } catch (error) {
      throw fileError("write", path, error);
    }
  }

  lock<T>(path: string, task: () => Promise<T>): Promise<T> {
    try {
      return locks.run(this.#enter(path), task);
    } catch (error) {
      return Promise.reject(fileError("find", path, error));
    }
  }

  /** The real path, if it is inside the limits. A file that does not exist yet is judged by where it would be. */
  #enter(path: string): string {
    checkPath(path);
    let real: string;
    try {
      real = realTarget(path);
    } catch (error) {
      throw fileError("find", path, error);
    }
    if (this.#root === undefined || isInside(this.#root, real)) return real;
    const leads = real === path ? "" : ` (it leads to ${real})`;
    throw new WorkspaceError(
      "outside",
      path,
      `${path}${leads} is outside the workspace ${this.#root}. Use a path inside it.`,
    );
  }

  async #openForReading(path: string): Promise<FileHandle> {
    let file: FileHandle | undefined;
    try {
      // Without O_NONBLOCK, opening a FIFO would wait for somebody to write.
      file = await open(this.#enter(path), constants.O_RDONLY | constants.O_NONBLOCK);
      const kind = kindOf(await file.stat());
      if (kind === "file") return file;
      throw notRegular(path, kind);
    } catch (error) {
      await file?.close();
      throw fileError("read", path, error);
    }
  }
}

async function readChunk(
  file: FileHandle,
  chunk: Uint8Array,
  path: string,
): Promise<{ readonly bytesRead: number }> {
  try {
    return await file.read(chunk, 0, chunk.length);
  } catch (error) {
    throw fileError("read", path, error);
  }
}

function notRegular(path: string, kind: FileKind): WorkspaceError {
  if (kind === "directory")
    return new WorkspaceError("is-directory", path, `Could not read ${path}: it is a folder.`);
  return new WorkspaceError(
    "not-regular",
    path,
    `Could not read ${path}: it is a ${kind}, not a file.`,
  );
}

function kindOf(found: Stats): FileKind {
  if (found.isFile()) return "file";
  if (found.isDirectory()) return "directory";
  if (found.isFIFO()) return "fifo";
  return found.isSocket() ? "socket" : "device";
}

function entryKind(entry: Dirent): DirectoryEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}
