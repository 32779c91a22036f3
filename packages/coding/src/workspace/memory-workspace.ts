import { WorkspaceError } from "../errors.ts";
import { FileLocks } from "./file-locks.ts";
import type { FileStat } from "./file-stat.ts";
import { checkPath, expandHome, resolvePosix } from "./path-text.ts";
import { ReadRecord } from "./read-record.ts";
import type { DirectoryEntry, Workspace } from "./workspace.ts";

/** What a {@link MemoryWorkspace} is made with. */
export interface MemoryWorkspaceOptions {
  /** Where relative paths start. Default `/workspace`. */
  readonly cwd?: string | undefined;
  /** Files to begin with, by path; text is stored as UTF-8. */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | undefined;
  /** What `~` means. Default `/home`. */
  readonly home?: string | undefined;
  /** Milliseconds since 1970; stamps files. */
  readonly now?: (() => number) | undefined;
}

interface StoredFile {
  readonly bytes: Uint8Array;
  readonly modifiedMs: number;
}

/** Files in memory, for tests and for agents that must not touch a disk. Folders exist where files are below them. */
export class MemoryWorkspace implements Workspace {
  readonly cwd: string;
  readonly reads: ReadRecord = new ReadRecord();
  readonly #files = new Map<string, StoredFile>();
  readonly #locks = new FileLocks();
  readonly #home: string;
  readonly #now: () => number;

  constructor(options: MemoryWorkspaceOptions = {}) {
    this.cwd = resolvePosix("/", options.cwd ?? "/workspace");
    this.#home = options.home ?? "/home";
    this.#now = options.now ?? Date.now;
    for (const [path, content] of Object.entries(options.files ?? {}))
      this.#put(this.resolve(path), bytesOf(content));
  }

  resolve(path: string, from: string = this.cwd): string {
    checkPath(path);
    return resolvePosix(from, expandHome(path, this.#home));
  }

  async realPath(path: string): Promise<string> {
    return path;
  }

  async stat(path: string): Promise<FileStat | undefined> {
    const file = this.#files.get(path);
    if (file) return { kind: "file", size: file.bytes.length, modifiedMs: file.modifiedMs };
    return this.#isFolder(path) ? { kind: "directory", size: 0, modifiedMs: 0 } : undefined;
  }

  async *read(path: string, signal?: AbortSignal): AsyncGenerator<Uint8Array, void> {
    signal?.throwIfAborted();
    const file = this.#files.get(path);
    if (!file) throw this.#unusable("read", path);
    if (file.bytes.length > 0) yield file.bytes.slice();
  }

  async list(path: string): Promise<readonly DirectoryEntry[]> {
    if (!this.#isFolder(path)) throw this.#unusable("list", path);
    const inside = folderPrefix(path);
    const kinds = new Map<string, DirectoryEntry["kind"]>();
    for (const file of this.#files.keys()) {
      if (!file.startsWith(inside)) continue;
      const [name = "", ...deeper] = file.slice(inside.length).split("/");
      kinds.set(name, deeper.length > 0 ? "directory" : "file");
    }
    return [...kinds]
      .map(([name, kind]) => ({ name, kind }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  async write(path: string, bytes: Uint8Array): Promise<void> {
    this.#put(path, Uint8Array.from(bytes));
  }

  lock<T>(path: string, task: () => Promise<T>): Promise<T> {
    return this.#locks.run(path, task);
  }

  #put(path: string, bytes: Uint8Array): void {
    if (this.#isFolder(path))
      throw new WorkspaceError("is-directory", path, `Could not write ${path}: it is a folder.`);
    for (const folder of foldersAbove(path)) {
      if (!this.#files.has(folder)) continue;
      throw new WorkspaceError(
        "not-directory",
        path,
        `Could not write ${path}: ${folder} is a file, not a folder.`,
      );
    }
    this.#files.set(path, { bytes, modifiedMs: this.#now() });
  }

  #isFolder(path: string): boolean {
    if (path === "/" || path === this.cwd) return true;
    const inside = folderPrefix(path);
    for (const file of this.#files.keys()) if (file.startsWith(inside)) return true;
    return false;
  }

  /** Why nothing can be read, or listed, at a path. */
  #unusable(action: "read" | "list", path: string): WorkspaceError {
    if (this.#isFolder(path))
      return new WorkspaceError(
        "is-directory",
        path,
        `Could not ${action} ${path}: it is a folder.`,
      );
    if (this.#files.has(path))
      return new WorkspaceError(
        "not-directory",
        path,
        `Could not ${action} ${path}: it is a file.`,
      );
    return new WorkspaceError("not-found", path, `Could not ${action} ${path}: it does not exist.`);
  }
}

/** A copy of its own, so that nobody else can change it. */
function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : Uint8Array.from(content);
}

/** Nearest first, without the root. */
function foldersAbove(path: string): string[] {
  const names = path.split("/").slice(1, -1);
  return names.map((_, index) => `/${names.slice(0, names.length - index).join("/")}`);
}

function folderPrefix(path: string): string {
  return path === "/" ? "/" : `${path}/`;
}
