import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { foldersAbove, isAnythingAt, pathKey } from "../byte-path.ts";
import type { PathKey } from "../byte-path.ts";
import { emptyFolders } from "../git/scan.ts";
import type { Scan } from "../git/scan.ts";
import type { ChangedPaths } from "../git/shadow-git.ts";
import type { UserRepository } from "../git/user-repository.ts";
import { WorkTree } from "../git/work-tree.ts";
import type { StateReference } from "../journal/rows.ts";
import { Copies, copyEntry } from "./copies.ts";
import { knownPaths, skippedPaths } from "./manifest.ts";
import type { CopiesView, Entry, Manifest } from "./manifest.ts";
import { readFacts, writeFacts } from "./place.ts";
import { detailDifferences, readDetails, writeDetails } from "./state-details.ts";
import type { StateDetails } from "./state-details.ts";
import { unusualModes, usualModes } from "./usual-modes.ts";
import type { UsualModes } from "./usual-modes.ts";

/** What a {@link Store} covers, and where it keeps it. */
export interface StoreOptions {
  /** Where everything is kept. */
  readonly folder: string;
  /** The top of what is covered. */
  readonly root: string;
  /** Undefined outside git. */
  readonly repository: UserRepository | undefined;
  readonly maxFileBytes: number;
  /** The folder of everything we keep: inside the root it is left out. */
  readonly home: string;
  readonly now: () => number;
}

/** What a state takes in beyond what is covered anyhow. */
export interface TakeOptions {
  /** Paths to cover whether they are ignored or not. */
  readonly also?: Iterable<PathKey> | undefined;
  /** Ignore files of another moment: what is ignored, but not by them, is covered too. */
  readonly rules?: ReadonlyMap<PathKey, Buffer> | undefined;
  /** Paths that git does not cover, of which copies are made. */
  readonly copies?: Iterable<PathKey> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Takes and reads states of the files below one root. Its user holds the lock of the folder. */
export class Store {
  readonly root: string;
  readonly copies: Copies;
  readonly #options: StoreOptions;
  readonly #workTree: WorkTree | undefined;
  #lastScan: Scan | undefined;

  constructor(options: StoreOptions) {
    const { folder, root, repository, maxFileBytes, home, now } = options;
    this.#options = options;
    this.root = root;
    this.copies = new Copies(join(folder, "copies"));
    const own = home.startsWith(`${root}/`) ? pathKey(home.slice(root.length + 1)) : undefined;
    this.#workTree = repository
      ? new WorkTree({ repository, folder: join(folder, "git"), maxFileBytes, own, now })
      : undefined;
  }

  /** Whether a whole work tree is covered, and not only what tools touch. */
  get isWhole(): boolean {
    return this.#workTree !== undefined;
  }

  /** Whether the newest state holds the file or folder. */
  covers(key: PathKey): boolean {
    return isCovered(this.#lastScan ?? nothing, key);
  }

  /** Whether the newest state has what is at the path now, or leaves it out whatever it is. */
  isHeld(key: PathKey): boolean {
    const { files, folders, skipped } = this.#lastScan ?? nothing;
    if (files.has(key)) return this.#workTree?.holds(key) === true;
    if (!knownPaths({ isWhole: this.isWhole, skipped })(key)) return true;
    return folders.has(key) || !isAnythingAt(this.root, key);
  }

  /** What is at a path now, its bytes kept; undefined when that is not covered. */
  entryNow(key: PathKey): Promise<Entry | undefined> {
    return copyEntry(this.copies, this.root, key, this.#options.maxFileBytes);
  }

  async take(options: TakeOptions = {}): Promise<StateReference> {
    await mkdir(this.#options.folder, { recursive: true, mode: 0o700 });
    const taken = await this.#workTree?.take(options);
    const scan = taken?.scan ?? nothing;
    const modes = await this.#usualModes(scan);
    if (taken) this.#lastScan = scan;
    const copies = new Map<PathKey, Entry>();
    const isKnown = knownPaths({ isWhole: this.isWhole, skipped: scan.skipped });
    for (const key of options.copies ?? []) {
      const entry = scan.files.has(key) || isKnown(key) ? undefined : await this.entryNow(key);
      if (entry) copies.set(key, entry);
    }
    // Nothing else would say that nothing is there.
    for (const key of options.also ?? [])
      if (!isCovered(scan, key) && !isKnown(key) && !isAnythingAt(this.root, key))
        copies.set(key, absent);
    const details: StateDetails = {
      modes: unusualModes(scan, modes),
      folders: emptyFolders(scan),
      skipped: scan.skipped,
      copies,
    };
    const id = await this.copies.put(writeDetails(details));
    return taken ? { tree: taken.tree, head: taken.head, details: id } : { details: id };
  }

  /** All that a state says. */
  async manifest(state: StateReference): Promise<Manifest> {
    const details = await this.#details(state);
    const modes = await this.#usualModes(nothing);
    const entries = new Map<PathKey, Entry>(details.copies);
    const addFolders = (key: PathKey): void => {
      for (const folder of foldersAbove(key)) {
        if (entries.get(folder)?.kind === "folder") return;
        entries.set(folder, { kind: "folder", mode: details.modes.get(folder) ?? modes.folder });
      }
    };
    for (const [key, found] of await this.#tree(state)) {
      const { isLink, content } = found;
      const usual = found.isExecutable ? modes.executable : modes.file;
      const mode = details.modes.get(key) ?? usual;
      entries.set(key, isLink ? { kind: "link", content } : { kind: "file", mode, content });
      addFolders(key);
    }
    for (const key of details.folders) {
      entries.set(key, { kind: "folder", mode: details.modes.get(key) ?? modes.folder });
      addFolders(key);
    }
    return {
      entries,
      skipped: details.skipped,
      isWhole: state.tree !== undefined,
      copied: [...details.copies.keys()],
    };
  }

  /** What a state says about files that are copied. */
  async look(state: StateReference): Promise<CopiesView> {
    const { skipped, copies } = await this.#details(state);
    return { copies, isKnown: knownPaths({ isWhole: state.tree !== undefined, skipped }) };
  }

  /** For pairs of states, the paths that differ, as far as both know them. */
  async changedPaths(
    pairs: readonly (readonly [StateReference, StateReference])[],
  ): Promise<readonly ReadonlySet<PathKey>[]> {
    const trees = pairs.map(([{ tree: before }, { tree: after }]) =>
      before === undefined || after === undefined ? none : ([before, after] as const),
    );
    const byTree = (await this.#workTree?.shadow.changedPaths(trees)) ?? pairs.map(() => new Map());
    const changed: Set<PathKey>[] = [];
    for (const [place, [before, after]] of pairs.entries()) {
      const paths = byTree[place] ?? new Map();
      const isSame = paths.size === 0 && before.details === after.details;
      changed.push(isSame ? new Set() : await this.#knownChanges(paths, before, after));
    }
    return changed;
  }

  /** The bytes of files and links, in the order asked for. */
  async *contents(ids: readonly string[]): AsyncGenerator<Buffer, void> {
    const inGit = ids.filter((id) => !this.copies.has(id));
    const objects = this.#workTree?.shadow.contents(inGit);
    try {
      for (const id of ids) {
        if (this.copies.has(id) || !objects) yield await this.copies.get(id);
        else {
          const { value, done } = await objects.next();
          if (done !== true) yield value;
        }
      }
    } finally {
      await objects?.return();
    }
  }

  /** The ignore files of a moment; undefined when they are the same as those of another one. */
  async otherRules(
    then: Manifest,
    now: Manifest,
  ): Promise<ReadonlyMap<PathKey, Buffer> | undefined> {
    const [rules, today] = [ignoreFiles(then), ignoreFiles(now)];
    const isSame =
      rules.size === today.size && [...rules].every(([key, id]) => today.get(key) === id);
    if (isSame) return undefined;
    const contents = new Map<PathKey, Buffer>();
    const bytes = this.contents([...rules.values()]);
    for (const key of rules.keys()) {
      const { value, done } = await bytes.next();
      if (done !== true) contents.set(key, value);
    }
    await bytes.return();
    return contents;
  }

  /** Keeps what these states need, and drops the rest. `content` are copies needed besides. */
  async keepOnly(states: readonly StateReference[], content: Iterable<string>): Promise<void> {
    const ids = new Set(content);
    for (const state of states) {
      ids.add(state.details);
      for (const entry of (await this.#details(state)).copies.values())
        if ("content" in entry) ids.add(entry.content);
    }
    await this.copies.keepOnly(ids);
    const trees = states.flatMap(({ tree }) => (tree === undefined ? [] : [tree]));
    await this.#workTree?.shadow.keepOnly(trees);
  }

  /** What was left out of one of the states may have been there all the time. */
  async #knownChanges(
    paths: ChangedPaths,
    before: StateReference,
    after: StateReference,
  ): Promise<Set<PathKey>> {
    const [then, later] = [await this.#details(before), await this.#details(after)];
    const [wasLeftOut, isLeftOut] = [skippedPaths(then.skipped), skippedPaths(later.skipped)];
    const known = new Set<PathKey>();
    for (const [key, change] of paths) {
      const isUnknown = (change === "A" && wasLeftOut(key)) || (change === "D" && isLeftOut(key));
      if (!isUnknown) known.add(key);
    }
    const inhabited = new Set([...paths.keys()].flatMap((key) => [...foldersAbove(key)]));
    for (const key of detailDifferences(then, later, inhabited))
      if (!wasLeftOut(key) && !isLeftOut(key)) known.add(key);
    return known;
  }

  async #details({ details }: StateReference): Promise<StateDetails> {
    return readDetails(await this.copies.get(details));
  }

  async #tree({ tree }: StateReference): ReturnType<WorkTree["shadow"]["readTree"]> {
    if (tree === undefined || !this.#workTree) return new Map();
    return this.#workTree.shadow.readTree(tree);
  }

  /** Decided once for all states, so that states can be compared. */
  async #usualModes(scan: Scan): Promise<UsualModes> {
    const { folder, root } = this.#options;
    const facts = await readFacts(folder);
    if (facts) return facts.modes;
    const usual = usualModes(scan);
    await writeFacts(folder, { root, modes: usual });
    return usual;
  }
}

const none = ["", ""] as const;
const nothing: Scan = { files: new Map(), folders: new Map(), skipped: [], replaced: [] };

const absent: Entry = { kind: "absent" };

function isCovered({ files, folders }: Scan, key: PathKey): boolean {
  return files.has(key) || folders.has(key);
}

function ignoreFiles({ entries }: Manifest): Map<PathKey, string> {
  const found = new Map<PathKey, string>();
  for (const [key, entry] of entries)
    if (entry.kind === "file" && key.slice(key.lastIndexOf("/") + 1) === ".gitignore")
      found.set(key, entry.content);
  return found;
}
