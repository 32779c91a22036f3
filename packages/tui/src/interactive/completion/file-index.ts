import { setImmediate } from "node:timers/promises";
import type { Workspace } from "@tau-ts/coding";
import { mostOffered } from "./completion-menu.ts";
import { fuzzyScore, fuzzyTarget } from "./fuzzy.ts";
import type { FuzzyTarget } from "./fuzzy.ts";
import { listFiles } from "./list-files.ts";

export interface FileIndexOptions {
  readonly workspace: Workspace;
  /** Milliseconds, of any clock that only goes on. */
  readonly nowMs: () => number;
}

/** After that long a list is made anew when the next word is begun, in milliseconds. */
const staleAfterMs = 5_000;
/** So many paths are looked at before keys get their turn. */
const batch = 2_000;

interface FoundFiles {
  readonly paths: readonly FuzzyTarget[];
  readonly loadedMs: number;
}

/** What an earlier search found: a longer query can match nothing else. */
interface Narrowed {
  readonly files: FoundFiles;
  readonly query: string;
  readonly paths: readonly FuzzyTarget[];
}

/**
 * The files and folders of the working directory, by how well they match. They are listed when they are first asked for,
 * and anew for another word when some time has passed.
 */
export class FileIndex {
  readonly #options: FileIndexOptions;
  #loading: { readonly files: Promise<FoundFiles>; readonly abort: AbortController } | undefined;
  #loaded: FoundFiles | undefined;
  #narrowed: Narrowed | undefined;

  constructor(options: FileIndexOptions) {
    this.#options = options;
  }

  /**
   * The best matches, best first; folders end with `/`. Rejects with the signal's reason once it aborts; the list goes on
   * being made for the next search, until `release`.
   */
  async search(query: string, signal: AbortSignal): Promise<readonly string[]> {
    const files = await untilAborted(this.#files(), signal);
    if (query === "") return topNames(files.paths);
    return this.#match(files, query, signal);
  }

  /** No word is being written: a list that is being made is given up, an old one is not used again. */
  release(): void {
    this.#loading?.abort.abort();
    this.#loading = undefined;
    this.#narrowed = undefined;
    const { nowMs } = this.#options;
    if (this.#loaded && nowMs() - this.#loaded.loadedMs >= staleAfterMs) this.#loaded = undefined;
  }

  async #match(files: FoundFiles, query: string, signal: AbortSignal): Promise<readonly string[]> {
    const narrowed = this.#narrowed;
    const isLonger = narrowed?.files === files && query.startsWith(narrowed.query);
    const paths = isLonger ? narrowed.paths : files.paths;
    const found: FuzzyTarget[] = [];
    let best: Scored[] = [];
    for (const [index, path] of paths.entries()) {
      if (index % batch === batch - 1) await setImmediate(undefined, { signal });
      const score = fuzzyScore(query, path);
      if (score === undefined) continue;
      found.push(path);
      best.push({ path, score });
      // All of many matches would take long to sort.
      if (best.length >= batch) best = bestOf(best);
    }
    signal.throwIfAborted();
    this.#narrowed = { files, query, paths: found };
    return bestOf(best).map(({ path }) => path.text);
  }

  #files(): Promise<FoundFiles> {
    if (this.#loaded) return Promise.resolve(this.#loaded);
    this.#loading ??= this.#load();
    return this.#loading.files;
  }

  #load(): { readonly files: Promise<FoundFiles>; readonly abort: AbortController } {
    const { workspace, nowMs } = this.#options;
    const abort = new AbortController();
    const load = async (): Promise<FoundFiles> => {
      const listed = await listFiles(workspace, abort.signal);
      const paths = await withFolders(listed, abort.signal);
      const files = { paths, loadedMs: nowMs() };
      this.#loaded = files;
      return files;
    };
    const files = load().finally(() => {
      if (this.#loading?.abort === abort) this.#loading = undefined;
    });
    files.catch(() => undefined); // Whoever searches hears of it.
    return { files, abort };
  }
}

interface Scored {
  readonly path: FuzzyTarget;
  readonly score: number;
}

function bestOf(found: readonly Scored[]): Scored[] {
  return found.toSorted((a, b) => b.score - a.score).slice(0, mostOffered);
}

/** Adds the folders that the files are in. */
async function withFolders(
  files: readonly string[],
  signal: AbortSignal,
): Promise<readonly FuzzyTarget[]> {
  const folders = new Set<string>();
  const targets: FuzzyTarget[] = [];
  for (const [index, file] of files.entries()) {
    if (index % batch === batch - 1) await setImmediate(undefined, { signal });
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
      const folder = file.slice(0, end + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
      targets.push(fuzzyTarget(folder));
    }
    targets.push(fuzzyTarget(file));
  }
  return targets;
}

/** What is in the working directory itself: all that can be offered before anything is typed. */
function topNames(paths: readonly FuzzyTarget[]): readonly string[] {
  const names: string[] = [];
  for (const { text } of paths) {
    const slash = text.indexOf("/");
    if (slash === -1 || slash === text.length - 1) names.push(text);
  }
  return names.toSorted((a, b) => (a < b ? -1 : 1)).slice(0, mostOffered);
}

/** The promise, or the signal's reason once that aborts first. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
