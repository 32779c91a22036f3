import { existsSync } from "node:fs";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { join } from "node:path";
import { SnapshotError } from "../../errors.ts";
import type { PathKey } from "../byte-path.ts";
import { readObjects } from "./read-objects.ts";
import { gitEnvironment, joinList, runGit, splitList } from "./run-git.ts";
import type { GitAnswer, GitCall } from "./run-git.ts";

/** Bytes go in and come out as they are, names too, and nothing but what is asked for ever runs. */
const configuration = `[core]
\trepositoryformatversion = 0
\tbare = false
\tfilemode = true
\tsymlinks = true
\tignorecase = false
\tprecomposeunicode = false
\tautocrlf = false
\tsafecrlf = false
\tprotectNTFS = false
\tprotectHFS = false
\tfsmonitor = false
\tuntrackedCache = false
\tcompression = 1
\thooksPath = ${devNull}
\texcludesFile = ${devNull}
[gc]
\tauto = 0
`;

/** Beats every `.gitattributes` file of the work tree. */
const attributes = "* -text -ident -filter -working-tree-encoding\n";

/** With so many new objects one pack is written faster than they are one by one. */
const packFrom = 50;

/** Paths that differ: `A` for those only the later tree has, `D` for those it has no more, other letters for the rest. */
export type ChangedPaths = ReadonlyMap<PathKey, string>;

/** A file or link in a tree of git. */
export interface TreeEntry {
  readonly isExecutable: boolean;
  readonly isLink: boolean;
  /** The object that holds the bytes. */
  readonly content: string;
}

/** A git directory of ours, with its own index and objects, over the user's work tree. */
export class ShadowGit {
  readonly #folder: string;
  readonly #root: string;
  /** What is in the index, for as long as the mark stays the same. */
  #index: { readonly mark: string; readonly paths: ReadonlySet<PathKey> } | undefined;
  #tree: string | undefined;
  #canPack: Promise<boolean> | undefined;

  constructor(folder: string, root: string) {
    this.#folder = folder;
    this.#root = root;
  }

  /** Makes the directory if it is not there yet. A lock that a killed git left behind goes. */
  async prepare(signal?: AbortSignal): Promise<void> {
    const last = join(this.#folder, "info", "attributes");
    if (!existsSync(last)) {
      const args = ["init", "--quiet", "--bare", "--template=", this.#folder];
      await runGit(args, { cwd: join(this.#folder, ".."), env: ownConfiguration, signal });
      await writeFile(join(this.#folder, "config"), configuration);
      await mkdir(join(this.#folder, "info"), { recursive: true });
      await writeFile(last, attributes);
    }
    await rm(join(this.#folder, "index.lock"), { force: true });
  }

  /** The paths in the index. */
  async paths(signal?: AbortSignal): Promise<ReadonlySet<PathKey>> {
    const mark = await this.#mark();
    if (this.#index?.mark === mark) return this.#index.paths;
    this.#tree = undefined;
    const paths = new Set(splitList((await this.run(["ls-files", "-z"], { signal })).stdout));
    this.#index = { mark, paths };
    return paths;
  }

  /** Brings the index up to date: `changed` are files and links that are there, `removed` paths that are not. */
  async update(
    changed: readonly PathKey[],
    removed: readonly PathKey[],
    signal?: AbortSignal,
  ): Promise<void> {
    if (changed.length + removed.length === 0) return;
    const before = await this.paths(signal);
    this.#tree = undefined;
    this.#index = undefined;
    const command = ["update-index", "-z"];
    if (removed.length > 0)
      await this.run([...command, "--force-remove", "--stdin"], {
        input: joinList(removed),
        signal,
      });
    if (changed.length > 0) {
      const inPack = changed.length > packFrom && (await this.#packs());
      const args = [...(inPack ? ["-c", "core.bigFileThreshold=1"] : []), ...command];
      const options = ["--add", "--remove", "--stdin"];
      await this.run([...args, ...options], { input: joinList(changed), signal });
    }
    const gone = new Set(removed);
    const paths = new Set([...before, ...changed].filter((key) => !gone.has(key)));
    this.#index = { mark: await this.#mark(), paths };
  }

  /** The tree of what is in the index. */
  async writeTree(signal?: AbortSignal): Promise<string> {
    if (this.#tree === undefined) {
      const { stdout } = await this.run(["write-tree"], { signal });
      this.#tree = stdout.toString("latin1").trim();
      // Git notes in the index which trees it has written.
      if (this.#index) this.#index = { ...this.#index, mark: await this.#mark() };
    }
    return this.#tree;
  }

  /** Forgets what the index holds: everything is read anew. */
  async reset(): Promise<void> {
    this.#index = undefined;
    this.#tree = undefined;
    await rm(join(this.#folder, "index"), { force: true });
  }

  async readTree(tree: string, signal?: AbortSignal): Promise<ReadonlyMap<PathKey, TreeEntry>> {
    const { stdout, code } = await this.run(["ls-tree", "-r", "-z", tree], {
      signal,
      accept: [0, 128],
    });
    if (code !== 0) throw lost(tree);
    const entries = new Map<PathKey, TreeEntry>();
    for (const line of splitList(stdout)) {
      const tab = line.indexOf("\t");
      const [mode, , content] = line.slice(0, tab).split(" ");
      if (tab < 0 || content === undefined) throw lost(tree);
      const [isExecutable, isLink] = [mode === "100755", mode === "120000"];
      entries.set(line.slice(tab + 1), { isExecutable, isLink, content });
    }
    return entries;
  }

  /** For pairs of trees, the paths whose contents, kind or executable bit differ. */
  async changedPaths(
    pairs: readonly (readonly [string, string])[],
    signal?: AbortSignal,
  ): Promise<readonly ChangedPaths[]> {
    const distinct = pairs.filter(([before, after]) => before !== after);
    if (distinct.length === 0) return pairs.map(() => new Map());
    const input = Buffer.from(distinct.map(([one, other]) => `${one} ${other}\n`).join(""));
    const args = ["diff-tree", "--stdin", "-r", "-z", "--raw", "--no-renames"];
    const { stdout } = await this.run(args, { input, signal });
    return parsePairs(stdout.toString("latin1"), pairs);
  }

  /** The bytes of objects, in the order asked for. Throws `SnapshotError` (`damaged`) when one is missing. */
  contents(ids: readonly string[]): AsyncGenerator<Buffer, void> {
    return readObjects(ids, { cwd: this.#folder, env: gitEnvironment(this.#environment()) });
  }

  /** Which of these paths the ignore files of another folder leave out. */
  async ignoredBy(
    rulesFolder: string,
    paths: readonly PathKey[],
    signal?: AbortSignal,
  ): Promise<ReadonlySet<PathKey>> {
    const { stdout } = await runGit(["check-ignore", "--no-index", "-z", "--stdin"], {
      cwd: rulesFolder,
      env: { ...this.#environment(), GIT_WORK_TREE: rulesFolder },
      input: joinList(paths),
      accept: [0, 1],
      signal,
    });
    return new Set(splitList(stdout));
  }

  /** Keeps these trees and what is in the index, and drops every other object. */
  async keepOnly(trees: readonly string[], signal?: AbortSignal): Promise<void> {
    await rm(join(this.#folder, "refs", "tau"), { recursive: true, force: true });
    await rm(join(this.#folder, "packed-refs"), { force: true });
    const lines = [...new Set(trees)].map((tree, at) => `create refs/tau/${at} ${tree}\n`);
    await this.run(["update-ref", "--stdin"], { input: Buffer.from(lines.join("")), signal });
    await this.run(["pack-refs", "--all"], { signal });
    await this.run(["repack", "-a", "-d", "-q"], { signal });
    await this.run(["prune", "--expire=now"], { signal });
  }

  /** Runs git on this directory and the user's work tree. */
  run(
    args: readonly string[],
    options: Pick<GitCall, "input" | "signal" | "accept"> = {},
  ): Promise<GitAnswer> {
    return runGit(args, { cwd: this.#root, env: this.#environment(), ...options });
  }

  #environment(): Record<string, string> {
    return {
      ...ownConfiguration,
      ...ownMemory,
      GIT_DIR: this.#folder,
      GIT_WORK_TREE: this.#root,
      GIT_INDEX_FILE: join(this.#folder, "index"),
    };
  }

  /** Another one when somebody else has written the index, or has put another folder in the place of the objects. */
  async #mark(): Promise<string> {
    try {
      const { ino, mtimeMs, ctimeMs, size } = await stat(join(this.#folder, "index"));
      const objects = await stat(join(this.#folder, "objects"));
      return [ino, mtimeMs, ctimeMs, size, objects.ino].join(" ");
    } catch {
      return "none"; // Before the first snapshot there is none.
    }
  }

  /** An older git would make one pack a file. */
  #packs(): Promise<boolean> {
    this.#canPack ??= (async () => {
      const { stdout } = await runGit(["version"], { cwd: this.#folder });
      const [, major = 0, minor = 0] =
        /(\d+)\.(\d+)/.exec(stdout.toString("utf8"))?.map(Number) ?? [];
      return major > 2 || (major === 2 && minor >= 38);
    })();
    return this.#canPack;
  }
}

function lost(tree: string): SnapshotError {
  return new SnapshotError(
    "damaged",
    `The snapshot ${tree} is lost or damaged: it cannot be gone back to.`,
  );
}

/** Git asks for memory once a file; giving it back each time takes longer than all the rest. Other C libraries ignore it. */
const ownMemory = {
  MALLOC_TOP_PAD_: String(16 * 1024 * 1024),
  MALLOC_TRIM_THRESHOLD_: String(64 * 1024 * 1024),
};

const ownConfiguration = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: devNull };

/** Each pair that differs is told as `<tree> <tree>\n`, then each change as `:<modes and objects>`, NUL, path, NUL. */
function parsePairs(
  text: string,
  pairs: readonly (readonly [string, string])[],
): readonly ChangedPaths[] {
  let at = 0;
  return pairs.map(([before, after]) => {
    const paths = new Map<PathKey, string>();
    if (before === after) return paths;
    const heading = `${before} ${after}\n`;
    if (!text.startsWith(heading, at))
      throw new SnapshotError("damaged", `git did not compare ${before} and ${after}.`);
    at += heading.length;
    while (text[at] === ":") {
      const start = text.indexOf("\0", at) + 1;
      const end = text.indexOf("\0", start);
      paths.set(text.slice(start, end), text.slice(start - 2, start - 1));
      at = end + 1;
    }
    return paths;
  });
}
