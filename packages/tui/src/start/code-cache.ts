// Imported, a module of Node's would first get an ES module made of all that it exports: that takes longer than the rest.
const fs = process.getBuiltinModule("node:fs");
const { createRequire } = process.getBuiltinModule("node:module");
const paths = process.getBuiltinModule("node:path");
const vm = process.getBuiltinModule("node:vm");

export interface CodeCacheOptions {
  /** Where the code is kept; `undefined` keeps and takes nothing. Nobody else may be able to write there. */
  readonly folder: string | undefined;
  /** Code that was kept longer ago than this is kept anew, with what was compiled meanwhile, in milliseconds. */
  readonly renewAfterMs: number;
}

/** A module as it is loaded: what it exports is there once it has run. */
interface LoadedModule {
  exports: unknown;
}

/** What was kept of a file, or is to be kept of it. */
interface CompiledFile {
  readonly source: string;
  /** Bytes that are kept of it already. */
  readonly keptBytes: number;
}

/**
 * Loads the CommonJS files of a program and keeps what V8 compiled of them for the next start. Node's own compile cache
 * keeps a file as it is before it runs, when hardly a function of it has been compiled; this one is filled after the
 * program has run, with the functions that it needed.
 *
 * V8 compares no more than the length of a file with what was kept of it, so a file's name has to change with what is in
 * it. What cannot be kept or taken is compiled again: nothing here fails for want of a cache.
 */
export class CodeCache {
  readonly #options: CodeCacheOptions;
  readonly #isUsable: boolean;
  readonly #modules = new Map<string, LoadedModule>();
  readonly #unkept = new Map<string, CompiledFile>();

  constructor(options: CodeCacheOptions) {
    this.#options = options;
    this.#isUsable = options.folder !== undefined && isOwnFolder(options.folder);
  }

  /** What the file exports; it runs when it is asked for the first time. Throws what it throws. */
  load(path: string): unknown {
    const loaded = this.#modules.get(path);
    if (loaded !== undefined) return loaded.exports;
    const module: LoadedModule = { exports: {} };
    this.#modules.set(path, module);
    const folder = paths.dirname(path);
    const require = (id: string): unknown =>
      id.startsWith(".")
        ? this.load(paths.join(folder, id))
        : (process.getBuiltinModule(id) ?? createRequire(path)(id));
    Reflect.apply(this.#compile(path), undefined, [module.exports, require, module, path, folder]);
    return module.exports;
  }

  /**
   * Keeps the code of files that were compiled here. A start that needed one file only, to print a version, has compiled
   * too little of it for others.
   */
  save(): void {
    const { folder } = this.#options;
    if (folder === undefined || this.#modules.size < 2) return;
    for (const [path, file] of this.#unkept) keep(folder, path, file);
    if (this.#unkept.size > 0) removeOld(folder);
    this.#unkept.clear();
  }

  #compile(path: string): ReturnType<typeof compile> {
    const source = fs.readFileSync(path, "utf8");
    const kept = this.#isUsable ? this.#keptCode(path) : undefined;
    const body = compile(path, source, { cachedData: kept?.code });
    const isTaken = kept !== undefined && body.cachedDataRejected !== true;
    if (!isTaken || !kept.isFresh)
      this.#unkept.set(path, { source, keptBytes: isTaken ? kept.code.length : 0 });
    return body;
  }

  #keptCode(path: string): { readonly code: Buffer; readonly isFresh: boolean } | undefined {
    const { folder, renewAfterMs } = this.#options;
    const kept = keptPath(folder ?? "", path);
    const found = fs.statSync(kept, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    return { code: fs.readFileSync(kept), isFresh: Date.now() - found.mtimeMs < renewAfterMs };
  }
}

/** As Node compiles a CommonJS module. A file that was compiled already comes with the functions that ran since. */
function compile(
  path: string,
  source: string,
  options: { readonly cachedData?: Buffer | undefined; readonly produceCachedData?: boolean },
) {
  return vm.compileFunction(source, ["exports", "require", "module", "__filename", "__dirname"], {
    filename: path,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...options,
  });
}

/** Nodes of several versions keep their code side by side. */
function keptPath(folder: string, path: string): string {
  return paths.join(folder, `${process.version}-${process.arch}-${paths.basename(path)}`);
}

/** What is taken from it is run: nobody else may have put it there. Windows has a folder for each user. */
function isOwnFolder(folder: string): boolean {
  const found = fs.lstatSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return false;
  const user = process.getuid?.();
  return user === undefined || (found.uid === user && (found.mode & 0o077) === 0);
}

/** When nothing came to what is kept, the next look is taken so much later, in milliseconds. */
const settledMs = 3_600_000;

/** V8 lets go of functions that have not run for long: what has more of them stays. */
function keep(folder: string, path: string, { source, keptBytes }: CompiledFile): void {
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!isOwnFolder(folder)) return;
    const { cachedData } = compile(path, source, { produceCachedData: true });
    const kept = keptPath(folder, path);
    if (cachedData !== undefined && cachedData.length > keptBytes) writeWhole(kept, cachedData);
    else fs.utimesSync(kept, new Date(), new Date(Date.now() + settledMs));
  } catch {
    // A full or read-only disk: the next start compiles again, and nothing else is lost.
  }
}

/** What no program has renewed for so long belongs to a version that is gone, in milliseconds. */
const oldAfterMs = 30 * 86_400_000;

/** Not every system tidies its temporary files. */
function removeOld(folder: string): void {
  try {
    if (!isOwnFolder(folder)) return;
    for (const name of fs.readdirSync(folder)) {
      const path = paths.join(folder, name);
      if (Date.now() - fs.statSync(path).mtimeMs > oldAfterMs) fs.rmSync(path, { force: true });
    }
  } catch {
    // Another process may be tidying too; the next one that keeps code tries again.
  }
}

/** All of it or nothing: another process may be reading. */
function writeWhole(path: string, data: Buffer): void {
  const unfinished = `${path}.${process.pid}`;
  const file = fs.openSync(unfinished, "wx", 0o600);
  try {
    try {
      fs.writeFileSync(file, data);
      fs.fsyncSync(file);
    } finally {
      fs.closeSync(file);
    }
    fs.renameSync(unfinished, path);
  } catch (error) {
    fs.rmSync(unfinished, { force: true });
    throw error;
  }
}
