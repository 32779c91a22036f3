import type { Dirent, Stats } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { WorkspaceError, isGone } from "../errors.ts";
import { atomicWrite } from "./atomic-write.ts";
import { fileError } from "./file-errors.ts";
import { FileLocks } from "./file-locks.ts";
import type { FileKind, FileStat } from "./file-stat.ts";
import { OpenFile } from "./open-file.ts";
import { checkPath, expandHome } from "./path-text.ts";
import { ReadRecord } from "./read-record.ts";
import { isInside, realTarget } from "./real-path.ts";
import type { CandidateSearch, DirectoryEntry, Workspace } from "./workspace.ts";

/**
 * One queue a real file, shared by every workspace of the process: two agents that edit one file must not lose each
 * other's work. The only state of this package that belongs to a module.
 */
const locks = new FileLocks();

const chunkBytes = 256 * 1024;

/** What a {@link LocalWorkspace} is made with. */
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
  /**
   * The ripgrep that speeds up searches, or `false` for none. Default: the one in `PATH`, else the bundled one. Answers do
   * not depend on it. A workspace with a `root` goes without, since ripgrep would follow links out of it.
   */
  readonly ripgrep?: string | false | undefined;
}

/** The files of this machine. Two names of one file are one file: links are followed. */
export class LocalWorkspace implements Workspace {
  readonly cwd: string;
  readonly reads: ReadRecord = new ReadRecord();
  readonly #root: string | undefined;
  readonly #home: string;
  readonly #configuredRipgrep: string | false | undefined;
  #ripgrep: Promise<string | undefined> | undefined;

  constructor(options: LocalWorkspaceOptions = {}) {
    this.#home = options.home ?? homedir();
    this.cwd = resolve(expandHome(options.cwd ?? process.cwd(), this.#home));
    this.#configuredRipgrep = options.ripgrep;
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
    const reached = this.#reach(path);
    try {
      const found = await stat(reached);
      return { kind: kindOf(found), size: found.size, modifiedMs: found.mtimeMs };
    } catch (error) {
      if (isGone(error)) return undefined;
      throw fileError("find", path, error);
    }
  }

  async *read(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array, void> {
    signal?.throwIfAborted();
    using file = await this.#openForReading(path);
    const { size } = file.stat;
    for (let total = 0; ;) {
      signal?.throwIfAborted();
      // Some files say that they are empty and are not; of the others no more is asked for than there is.
      const wanted = size > total ? Math.min(size - total, chunkBytes) : chunkBytes;
      const chunk = Buffer.allocUnsafeSlow(wanted);
      const bytesRead = await readChunk(file, chunk, path);
      if (bytesRead === 0) return;
      total += bytesRead;
      yield chunk.subarray(0, bytesRead);
      if (total === size) return;
    }
  }

  async list(path: string): Promise<readonly DirectoryEntry[]> {
    try {
      const entries = await readdir(this.#reach(path), { withFileTypes: true });
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

  async candidates(
    search: CandidateSearch,
    signal: AbortSignal,
  ): Promise<readonly string[] | undefined> {
    if (this.#root !== undefined || this.#configuredRipgrep === false) return undefined;
    const { findRipgrep } = await import("../search/ripgrep/program.ts");
    const { ripgrepCandidates } = await import("../search/ripgrep/candidates.ts");
    const searchPath = process.env["PATH"] ?? "";
    this.#ripgrep ??= findRipgrep({ configured: this.#configuredRipgrep, searchPath });
    const program = await this.#ripgrep;
    return program === undefined ? undefined : ripgrepCandidates(program, search, signal);
  }

  lock<T>(path: string, task: () => Promise<T>): Promise<T> {
    try {
      return locks.run(this.#enter(path), task);
    } catch (error) {
      return Promise.reject(fileError("find", path, error));
    }
  }

  /** The path, or where it really leads if that has to be inside the limits: finding it out takes longer than reading. */
  #reach(path: string): string {
    if (this.#root !== undefined) return this.#enter(path);
    checkPath(path);
    return path;
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

  async #openForReading(path: string): Promise<OpenFile> {
    try {
      const file = await OpenFile.open(this.#reach(path));
      const kind = kindOf(file.stat);
      if (kind === "file") return file;
      file[Symbol.dispose]();
      throw notRegular(path, kind);
    } catch (error) {
      throw fileError("read", path, error);
    }
  }
}

async function readChunk(file: OpenFile, chunk: Uint8Array, path: string): Promise<number> {
  try {
    return await file.read(chunk);
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
