import { chmod, mkdir, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { isUtf8 } from "../../bytes.ts";
import { SettingsError, isGone } from "../../errors.ts";
import { atomicWrite } from "../../workspace/atomic-write.ts";
import { fileError } from "../../workspace/file-errors.ts";
import { FileLocks } from "../../workspace/file-locks.ts";
import { realTarget } from "../../workspace/real-path.ts";
import { withFileLock } from "./file-lock.ts";
import type { FileLockOptions } from "./file-lock.ts";
import { ownMark } from "./lock-holder.ts";
import type { ProcessMark } from "./lock-holder.ts";

/** How a {@link SharedFile} is kept. */
export interface SharedFileOptions extends FileLockOptions {
  /** Only the owner may read it: its permissions are 0600 after every change. Otherwise they stay what they are. */
  readonly isPrivate?: boolean | undefined;
  /** Default: a file beside it that takes its name. */
  readonly write?: typeof atomicWrite | undefined;
}

/** From the text of a file, undefined when there is none, to what it shall be; undefined for no change. */
type Change = (text: string | undefined) => string | undefined | Promise<string | undefined>;

/**
 * A text file of the user's that several processes read and change. A reader sees all of a change or nothing of it;
 * changes happen one after the other, each seeing the one before. Links are followed, so one may lead elsewhere.
 */
export class SharedFile {
  /** As it was given; links in it are followed with each use. */
  readonly path: string;
  readonly #options: SharedFileOptions;
  /** Waiting in line costs less than asking for the lock again and again. */
  readonly #line = new FileLocks();
  #mark: Promise<ProcessMark> | undefined;

  constructor(path: string, options: SharedFileOptions = {}) {
    this.path = path;
    this.#options = options;
  }

  /**
   * The text, without a byte-order mark; undefined when there is no file. Throws `WorkspaceError` when it cannot be
   * read, and `SettingsError` (`damaged`) when it is not UTF-8.
   */
  async read(): Promise<string | undefined> {
    let bytes: Buffer;
    try {
      // A FIFO would make readFile wait for ever.
      const found = await stat(this.path);
      if (!found.isFile()) throw notRegular(this.path);
      bytes = await readFile(this.path);
    } catch (error) {
      if (isGone(error)) return undefined;
      throw fileError("read", this.path, error);
    }
    if (!isUtf8(bytes))
      throw new SettingsError(
        "damaged",
        this.path,
        `Could not read ${this.path}: it is not UTF-8 text. Repair it or move it away.`,
      );
    return new TextDecoder().decode(bytes);
  }

  /** Whether others than the owner may read it. */
  async isExposed(): Promise<boolean> {
    try {
      return ((await stat(this.path)).mode & 0o077) !== 0;
    } catch {
      return false; // What is not there, or hidden, is read by nobody.
    }
  }

  /**
   * Puts the answer of `change` in the place of the text it is given; `undefined` leaves the file alone. When `change`
   * throws or the disk refuses, the file stays as it was. Makes missing folders, for the owner alone.
   *
   * Throws what `read` throws, `SettingsError` (`locked`) when another process does not let go, and `WorkspaceError`
   * when it cannot be written.
   */
  async update(change: Change): Promise<void> {
    await this.#line.run("", async () => {
      const target = await this.#target();
      this.#mark ??= ownMark();
      await withFileLock(
        target,
        await this.#mark,
        (check) => this.#change(target, change, check),
        this.#options,
      );
    });
  }

  async #change(target: string, change: Change, check: () => Promise<void>): Promise<void> {
    const before = await this.read();
    const after = await change(before);
    if (after === undefined) return;
    if (after === before) await this.#protect(target);
    else await this.#write(target, after, check);
  }

  async #target(): Promise<string> {
    try {
      const target = realTarget(this.path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      return target;
    } catch (error) {
      throw fileError("write", this.path, error);
    }
  }

  async #write(target: string, text: string, beforeRename: () => Promise<void>): Promise<void> {
    const { write = atomicWrite, isPrivate } = this.#options;
    try {
      await write(target, Buffer.from(text), { beforeRename, ...(isPrivate && { mode: 0o600 }) });
    } catch (error) {
      throw fileError("write", this.path, error);
    }
  }

  async #protect(target: string): Promise<void> {
    if (this.#options.isPrivate) await chmod(target, 0o600);
  }
}

function notRegular(path: string): SettingsError {
  return new SettingsError(
    "damaged",
    path,
    `Could not read ${path}: it is not a regular file. Move it away.`,
  );
}
