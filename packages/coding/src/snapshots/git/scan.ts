import { accessSync, constants, existsSync, lstatSync, readdirSync } from "node:fs";
import type { Stats } from "node:fs";
import { setImmediate as nextTick } from "node:timers/promises";
import { isGone } from "../../errors.ts";
import { diskPath, foldersAbove, parentKey } from "../byte-path.ts";
import type { PathKey } from "../byte-path.ts";
import type { SkipReason, Skipped } from "../store/manifest.ts";
import { StatCache } from "./stat-cache.ts";

/** What a {@link Scanner} looks at. */
export interface ScanOptions {
  readonly root: string;
  /** Files above it, in bytes, are left out. */
  readonly maxFileBytes: number;
  /** A path that is left out with all below it. */
  readonly own: PathKey | undefined;
  readonly now: () => number;
}

/** What is below the root. */
export interface Scan {
  /** Files and links. */
  readonly files: ReadonlyMap<PathKey, Stats>;
  /** Folders and their permissions, the root not among them. */
  readonly folders: ReadonlyMap<PathKey, number>;
  readonly skipped: readonly Skipped[];
  /** Paths to look at that turned out to be folders. */
  readonly replaced: readonly PathKey[];
}

/** How many files are looked at before others get their turn. */
const atOnce = 250;

/** Looks at files one by one. Keeps what folders hold for as long as they look the same. */
export class Scanner {
  readonly #options: ScanOptions;
  readonly #subfolders: StatCache<readonly PathKey[]>;

  constructor(options: ScanOptions) {
    this.#options = options;
    this.#subfolders = new StatCache(options.now);
  }

  /**
   * Looks at the paths known already while the others are still being listed. A listed one that ends with `/` is a folder
   * as a whole. What is ignored is left out, unless it is among the paths.
   */
  async scan(
    known: Iterable<PathKey>,
    listing: Promise<{ readonly covered: Iterable<PathKey>; readonly ignored: Iterable<PathKey> }>,
    signal?: AbortSignal,
  ): Promise<Scan> {
    const pass = new Pass(this.#options, this.#subfolders);
    let count = 0;
    const breathe = async (): Promise<void> => {
      count += 1;
      if (count % atOnce !== 0) return;
      await nextTick();
      signal?.throwIfAborted();
    };
    const looked = new Set<PathKey>();
    const look = async (paths: Iterable<PathKey>): Promise<void> => {
      for (const key of paths) {
        if (looked.has(key)) continue;
        looked.add(key);
        pass.look(key);
        await breathe();
      }
    };
    listing.catch(() => undefined); // It is waited for below, and may fail before that.
    await look(known);
    const { covered, ignored } = await listing;
    for (const key of ignored) pass.ignore(withoutSlash(key));
    await look(covered);
    // More are found on the way: a list that grows is walked to its end.
    const folders = ["", ...pass.folders.keys()];
    for (const folder of folders) {
      folders.push(...pass.findEmptyFolders(folder));
      await breathe();
    }
    return pass.result();
  }
}

class Pass {
  readonly folders = new Map<PathKey, number>();
  readonly #options: ScanOptions;
  readonly #subfolders: StatCache<readonly PathKey[]>;
  readonly #files = new Map<PathKey, Stats>();
  readonly #folderStats = new Map<PathKey, Stats | undefined>();
  readonly #skipped = new Map<PathKey, SkipReason>();
  readonly #replaced: PathKey[] = [];
  readonly #user = process.getuid?.();

  constructor(options: ScanOptions, subfolders: StatCache<readonly PathKey[]>) {
    this.#options = options;
    this.#subfolders = subfolders;
  }

  ignore(key: PathKey): void {
    if (!this.#files.has(key)) this.skip(key, "ignored");
  }

  skip(key: PathKey, reason: SkipReason): void {
    this.#skipped.set(key, reason);
  }

  look(given: PathKey): void {
    const key = withoutSlash(given);
    if (key !== given) return this.#skipRepository(key);
    const reason = this.#unwanted(key);
    if (reason) return this.skip(reason.key, reason.reason);
    if (!this.#isFolder(parentKey(key))) return;
    const stats = this.#stats(key);
    if (!stats) return;
    if (stats.isDirectory()) {
      // A submodule, or a folder in the place of a file; the latter is found with the other folders.
      if (this.#isRepository(key)) this.#skipRepository(key);
      else this.#replaced.push(key);
      return;
    }
    const why = this.#reasonToSkip(key, stats);
    if (why) return this.skip(key, why);
    this.#skipped.delete(key); // Covered once, it stays so, even if it is ignored now.
    this.#files.set(key, stats);
  }

  /** The folders in a folder that nothing covered is in; they are noted. */
  findEmptyFolders(folder: PathKey): readonly PathKey[] {
    const found: PathKey[] = [];
    // Something covered may be in a folder that is left out otherwise.
    for (const above of [folder, ...foldersAbove(folder)])
      if (this.#skipped.has(above)) return found;
    for (const key of this.#subfoldersOf(folder)) {
      if (this.folders.has(key) || this.#skipped.has(key) || this.#unwanted(key)) continue;
      if (this.#isRepository(key)) this.#skipRepository(key);
      else if (this.#isFolder(key)) found.push(key);
    }
    return found;
  }

  result(): Scan {
    const skipped = [...this.#skipped].map(([key, reason]) => ({ key, reason }));
    return { files: this.#files, folders: this.folders, skipped, replaced: this.#replaced };
  }

  #skipRepository(key: PathKey): void {
    if (this.#stats(key)) this.skip(key, "repository");
  }

  #isRepository(key: PathKey): boolean {
    return existsSync(diskPath(this.#options.root, `${key}/.git`));
  }

  /** What is not even looked at: our own folder, and whatever git would take for its own. */
  #unwanted(key: PathKey): Skipped | undefined {
    const { own } = this.#options;
    if (own !== undefined && (key === own || key.startsWith(`${own}/`)))
      return { key: own, reason: "own" };
    if (!/(?:^|\/)\.git(?:\/|$)/i.test(key)) return undefined;
    return { key, reason: "special" };
  }

  #reasonToSkip(key: PathKey, stats: Stats): SkipReason | undefined {
    if (stats.isSymbolicLink()) return undefined;
    if (!stats.isFile()) return "special";
    if (stats.size > this.#options.maxFileBytes) return "large";
    const isOurs = stats.uid === this.#user && (stats.mode & 0o400) !== 0;
    if (isOurs || canRead(diskPath(this.#options.root, key))) return undefined;
    return "unreadable";
  }

  /** Whether it is a folder itself, and not a link to one. Those that are, are noted. */
  #isFolder(key: PathKey): boolean {
    if (key === "") return true;
    if (this.folders.has(key)) return true;
    if (this.#folderStats.has(key) || !this.#isFolder(parentKey(key))) return false;
    const stats = this.#stats(key);
    const isFolder = stats?.isDirectory() === true;
    this.#folderStats.set(key, isFolder ? stats : undefined);
    if (isFolder) this.folders.set(key, stats.mode & 0o7777);
    return isFolder;
  }

  #subfoldersOf(folder: PathKey): readonly PathKey[] {
    const stats = this.#folderStats.get(folder) ?? this.#stats(folder);
    if (!stats) return [];
    const known = this.#subfolders.get(folder, stats);
    if (known) return known;
    const atMs = this.#options.now();
    const found = listSubfolders(diskPath(this.#options.root, folder)).map((name) =>
      folder === "" ? name : `${folder}/${name}`,
    );
    this.#subfolders.set(folder, stats, found, atMs);
    return found;
  }

  /** Undefined when nothing is there. What cannot be looked at is skipped. */
  #stats(key: PathKey): Stats | undefined {
    try {
      return lstatSync(diskPath(this.#options.root, key), { throwIfNoEntry: false });
    } catch (error) {
      if (!isGone(error)) this.skip(key, "unreadable");
      return undefined;
    }
  }
}

function listSubfolders(path: string | Buffer): string[] {
  try {
    const entries = readdirSync(path, { withFileTypes: true, encoding: "latin1" });
    return entries
      .filter((entry) => entry.isDirectory() && entry.name !== ".git")
      .map(({ name }) => name);
  } catch {
    return []; // Gone, or not ours to read: then nothing that is covered is in it either.
  }
}

function canRead(path: string | Buffer): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

function withoutSlash(key: PathKey): PathKey {
  return key.endsWith("/") ? key.slice(0, -1) : key;
}

/** The folders among `folders` that hold neither files nor other folders of the list. */
export function emptyFolders({ files, folders }: Pick<Scan, "files" | "folders">): PathKey[] {
  const used = new Set<PathKey>();
  for (const key of [...files.keys(), ...folders.keys()]) {
    for (const folder of foldersAbove(key)) {
      if (used.has(folder)) break;
      used.add(folder);
    }
  }
  return [...folders.keys()].filter((key) => !used.has(key));
}
