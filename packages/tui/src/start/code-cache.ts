import type { Script } from "node:vm";

// Imported, a module of Node's would first get an ES module made of all that it exports: that takes longer than the rest.
const {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = process.getBuiltinModule("node:fs");
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

type ModuleBody = (
  exports: unknown,
  require: (id: string) => unknown,
  module: LoadedModule,
  filename: string,
  folder: string,
) => void;

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
  readonly #unkept = new Map<string, Script>();

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
    const ofNode = createRequire(path);
    const require = (id: string): unknown =>
      id.startsWith(".") ? this.load(paths.join(folder, id)) : ofNode(id);
    const body: ModuleBody = this.#compile(path).runInThisContext();
    body(module.exports, require, module, path, folder);
    return module.exports;
  }

  /**
   * Keeps the code of files that were compiled here. A start that needed one file only, to print a version, has compiled
   * too little of it for others.
   */
  save(): void {
    const { folder } = this.#options;
    if (folder === undefined || this.#modules.size < 2) return;
    if (this.#unkept.size > 0) removeOld(folder);
    for (const [path, script] of this.#unkept) keep(folder, keptName(path), script);
    this.#unkept.clear();
  }

  #compile(path: string): Script {
    const kept = this.#isUsable ? this.#keptCode(path) : undefined;
    const script = new vm.Script(opening + readFileSync(path, "utf8") + closing, {
      filename: path,
      columnOffset: -opening.length,
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
      ...(kept && { cachedData: kept.code }),
    });
    if (kept?.isFresh !== true || script.cachedDataRejected === true)
      this.#unkept.set(path, script);
    return script;
  }

  #keptCode(path: string): { readonly code: Buffer; readonly isFresh: boolean } | undefined {
    const { folder, renewAfterMs } = this.#options;
    const kept = paths.join(folder ?? "", keptName(path));
    const found = statSync(kept, { throwIfNoEntry: false });
    if (found === undefined) return undefined;
    return { code: readFileSync(kept), isFresh: Date.now() - found.mtimeMs < renewAfterMs };
  }
}

/** As Node wraps a CommonJS module. */
const opening = "(function (exports, require, module, __filename, __dirname) {";
const closing = "\n})";

/** Nodes of several versions keep their code side by side. */
function keptName(path: string): string {
  return `${process.version}-${process.arch}-${paths.basename(path)}`;
}

/** What is taken from it is run: nobody else may have put it there. Windows has a folder for each user. */
function isOwnFolder(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return false;
  const user = process.getuid?.();
  return user === undefined || (found.uid === user && (found.mode & 0o077) === 0);
}

function keep(folder: string, name: string, script: Script): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isOwnFolder(folder)) writeWhole(paths.join(folder, name), script.createCachedData());
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
    for (const name of readdirSync(folder)) {
      const path = paths.join(folder, name);
      if (Date.now() - statSync(path).mtimeMs > oldAfterMs) rmSync(path, { force: true });
    }
  } catch {
    // Another process may be tidying too; the next one that keeps code tries again.
  }
}

/** All of it or nothing: another process may be reading. */
function writeWhole(path: string, data: Buffer): void {
  const unfinished = `${path}.${process.pid}`;
  const file = openSync(unfinished, "wx", 0o600);
  try {
    try {
      writeFileSync(file, data);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}
