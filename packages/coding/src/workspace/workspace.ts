import { concatBytes } from "../bytes.ts";
import type { PatternOptions } from "../search/compile-expression.ts";
import type { FileStat } from "./file-stat.ts";
import type { ReadRecord } from "./read-record.ts";

/** One name in a folder. `kind` describes the entry itself: a link is `link`, wherever it leads. */
export interface DirectoryEntry {
  readonly name: string;
  readonly kind: "file" | "directory" | "link" | "other";
}

/** A folder in which files are looked for. */
export interface CandidateSearch {
  /** Absolute, links followed. */
  readonly folder: string;
  /** A JavaScript regular expression, or plain text, that a line of the file has to match. */
  readonly pattern?: PatternOptions | undefined;
  /** The `.gitignore` files above the folder count, up to the one of the git repository it is in. */
  readonly isInRepository: boolean;
}

/**
 * Where files live: a disk, memory, a container, another machine. Tools touch files through it and nothing else.
 *
 * Paths handed to the methods other than `resolve` are absolute, as `resolve` answers them. Failures are
 * `WorkspaceError`s.
 */
export interface Workspace {
  /** The folder that relative paths start from. */
  readonly cwd: string;
  /** The absolute path that `path` means, seen from `from` (default `cwd`). `~` is the home folder; spaces are kept. */
  resolve(path: string, from?: string): string;
  /** The path with every link followed; a file that does not exist yet has one too. Two names of one file agree. */
  realPath(path: string): Promise<string>;
  /** Undefined when nothing is there. */
  stat(path: string): Promise<FileStat | undefined>;
  /** The bytes of a regular file, in chunks that the caller may keep. Rejects with the signal's reason once it aborts. */
  read(path: string, signal?: AbortSignal): AsyncIterable<Uint8Array>;
  /** The names in a folder, in code-unit order. */
  list(path: string): Promise<readonly DirectoryEntry[]>;
  /** Puts a whole file in place at once: a reader sees the old bytes or the new ones. Makes missing folders. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /**
   * A faster way to search than to walk through the folder: the paths, relative to it and with `/`, of all files that
   * `.gitignore` does not leave out and that match. Any order; files that do not match may be among them, but none may be
   * missing. Undefined when there is no such way this time.
   */
  candidates?(search: CandidateSearch, signal: AbortSignal): Promise<readonly string[] | undefined>;
  /** What the tools that share this workspace have read. Default: each keeps what it knows to itself. */
  readonly reads?: ReadRecord | undefined;
  /** Runs `task` while no other task holds the lock of the same real file; waiting tasks go in the order they asked. */
  lock<T>(path: string, task: () => Promise<T>): Promise<T>;
}

/** All bytes of a file at once. */
export async function readAll(
  workspace: Workspace,
  path: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of workspace.read(path, signal)) chunks.push(chunk);
  return concatBytes(chunks);
}
