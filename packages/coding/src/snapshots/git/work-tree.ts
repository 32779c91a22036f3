import { lstatSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { SnapshotError, errorText } from "../../errors.ts";
import { diskPath, parentKey } from "../byte-path.ts";
import type { PathKey } from "../byte-path.ts";
import { splitList } from "./run-git.ts";
import { Scanner } from "./scan.ts";
import type { Scan } from "./scan.ts";
import { ShadowGit } from "./shadow-git.ts";
import { StatCache } from "./stat-cache.ts";
import { describeHead, listFiles } from "./user-repository.ts";
import type { ListedFiles, UserRepository } from "./user-repository.ts";

/** Which work tree is taken, and into what. */
export interface WorkTreeOptions {
  readonly repository: UserRepository;
  /** Where the git directory of ours is, or goes. */
  readonly folder: string;
  readonly maxFileBytes: number;
  /** A path below the root that is ours and left out. */
  readonly own: PathKey | undefined;
  readonly now: () => number;
}

/** A work tree as it was taken. */
export interface TakenTree {
  readonly tree: string;
  readonly head: string;
  readonly scan: Scan;
}

interface TakeTree {
  readonly also?: Iterable<PathKey> | undefined;
  /** Ignore files of another moment: what is ignored, but not by them, is taken too. */
  readonly rules?: ReadonlyMap<PathKey, Buffer> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Takes the files of a work tree of the user's into a git directory of ours. */
export class WorkTree {
  readonly shadow: ShadowGit;
  readonly #repository: UserRepository;
  readonly #scanner: Scanner;
  /** Files that the index has as they are. */
  readonly #recorded: StatCache<true>;
  readonly #now: () => number;
  readonly #rulesFolder: string;

  constructor({ repository, folder, maxFileBytes, own, now }: WorkTreeOptions) {
    const { root } = repository;
    this.shadow = new ShadowGit(folder, root);
    this.#repository = repository;
    this.#scanner = new Scanner({ root, maxFileBytes, own, now });
    this.#recorded = new StatCache(now);
    this.#now = now;
    this.#rulesFolder = `${folder}-rules`;
  }

  /** Whether a file or link is still as it was when it was last taken; false when that cannot be told. */
  holds(key: PathKey): boolean {
    try {
      const stats = lstatSync(diskPath(this.#repository.root, key));
      return this.#recorded.get(key, stats) === true;
    } catch {
      return false;
    }
  }

  /** A file may change while it is read, and objects may have been lost: then all is read once more. */
  async take(options: TakeTree): Promise<TakenTree> {
    await this.shadow.prepare(options.signal);
    try {
      return await this.#take(options);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (!SnapshotError.isInstance(error)) throw error;
      await this.shadow.reset();
      this.#recorded.clear();
      return this.#take(options);
    }
  }

  async #take(options: TakeTree): Promise<TakenTree> {
    const { rules, signal } = options;
    const startedAt = this.#now();
    const tracked = await this.shadow.paths(signal);
    let scan = await this.#scan(options, tracked, rules === undefined);
    // Git's short list leaves out ignored folders that have taken the place of a tracked file.
    if (!rules && scan.replaced.length > 0) scan = await this.#scan(options, tracked, false);
    const { files } = scan;
    const changed = [...files].flatMap(([key, stats]) =>
      tracked.has(key) && this.#recorded.get(key, stats) ? [] : [key],
    );
    const removed = [...tracked].filter((key) => !files.has(key));
    await this.shadow.update(changed, removed, signal);
    for (const key of changed) {
      const stats = files.get(key);
      if (stats) this.#recorded.set(key, stats, true, startedAt);
    }
    const head = await describeHead(this.#repository);
    return { tree: await this.shadow.writeTree(signal), head, scan };
  }

  async #scan(
    { also = [], rules, signal }: TakeTree,
    tracked: ReadonlySet<PathKey>,
    isShort: boolean,
  ): Promise<Scan> {
    const listing = this.#list(isShort, signal).then(async ({ covered, ignored }) => {
      const visible = rules ? await this.#visibleUnder(rules, ignored) : new Set<PathKey>();
      return {
        covered: [...covered, ...visible],
        ignored: ignored.filter((key) => !visible.has(key)),
      };
    });
    return this.#scanner.scan(new Set([...tracked, ...also]), listing, signal);
  }

  /** When the user's repository is gone or broken, what lies there is listed without it. */
  async #list(isShort: boolean, signal: AbortSignal | undefined): Promise<ListedFiles> {
    try {
      return await listFiles(this.#repository, isShort, signal);
    } catch (error) {
      signal?.throwIfAborted();
      try {
        return await this.#listByOurselves(isShort, signal);
      } catch {
        throw new SnapshotError("io", errorText(error), { cause: error });
      }
    }
  }

  async #listByOurselves(isShort: boolean, signal: AbortSignal | undefined): Promise<ListedFiles> {
    const list = async (...which: string[]): Promise<string[]> => {
      const args = ["ls-files", "-z", "--others", "--exclude-per-directory=.gitignore", ...which];
      return splitList((await this.shadow.run(args, { signal })).stdout);
    };
    return {
      covered: await list(),
      ignored: await list("--ignored", ...(isShort ? ["--directory"] : [])),
    };
  }

  /** Which of `paths` are ignored by the ignore files there are, but would not be by others. */
  async #visibleUnder(
    rules: ReadonlyMap<PathKey, Buffer>,
    paths: readonly PathKey[],
  ): Promise<ReadonlySet<PathKey>> {
    const folder = this.#rulesFolder;
    await rm(folder, { recursive: true, force: true });
    try {
      await mkdir(folder, { recursive: true });
      for (const [key, bytes] of rules) {
        await mkdir(diskPath(folder, parentKey(key)), { recursive: true });
        await writeFile(diskPath(folder, key), bytes);
      }
      // What another kind of rule leaves out does not depend on these files.
      const today = await this.shadow.ignoredBy(this.#repository.root, paths);
      const then = await this.shadow.ignoredBy(folder, paths);
      return new Set(paths.filter((key) => today.has(key) && !then.has(key)));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
