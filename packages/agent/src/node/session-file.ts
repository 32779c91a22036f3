import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { SessionError } from "../session/errors.ts";
import { errorText } from "../texts.ts";
import { errorCode } from "./file-system.ts";
import type { SessionFileSystem } from "./file-system.ts";
import { Lease } from "./lease.ts";

/** `every-message`: an append has reached the disk when it resolves. `none`: it has reached the system's cache. */
export type FsyncPolicy = "every-message" | "none";

/** How a session file is found when it is opened. */
export interface SessionFileState {
  readonly path: string;
  readonly fs: SessionFileSystem;
  readonly fsync: FsyncPolicy;
  /** The header line to write first, for a file that has none yet. */
  readonly headerLine: string | undefined;
  /** Bytes of whole lines that are there. */
  readonly bytes: number;
  readonly exists: boolean;
  /** Taken at the first append when the folder is not there yet. */
  readonly lease: Lease | undefined;
}

/**
 * The writing end of a session file. Whatever happens, the file holds whole lines up to `bytes` and at most the rest of
 * one failed write after them, which is cut off before anything else is written: lines are never glued together, and an
 * append that rejected has left nothing behind that a later one could double.
 */
export class SessionFile {
  readonly #path: string;
  readonly #fs: SessionFileSystem;
  readonly #fsync: FsyncPolicy;
  #headerLine: string | undefined;
  #bytes: number;
  #exists: boolean;
  #lease: Lease | undefined;
  #file: FileHandle | undefined;
  #identity: string | undefined;
  #needsCut = false;
  #lost: SessionError | undefined;

  constructor(state: SessionFileState) {
    this.#path = state.path;
    this.#fs = state.fs;
    this.#fsync = state.fsync;
    this.#headerLine = state.headerLine;
    this.#bytes = state.bytes;
    this.#exists = state.exists;
    this.#lease = state.lease;
  }

  /** Appends one line, or rejects with a SessionError and leaves the file as it was. */
  async append(line: string): Promise<void> {
    if (this.#lost !== undefined) throw this.#lost;
    try {
      const file = await this.#ready();
      if (this.#needsCut) await this.#cut(file);
      await this.#verify();
      await this.#write(file, Buffer.from((this.#headerLine ?? "") + line));
      this.#headerLine = undefined;
    } catch (error) {
      const reason = SessionError.isInstance(error) ? error : this.#failed(error);
      if (reason.kind === "lease-lost") this.#lost = reason;
      throw reason;
    }
  }

  /** Closes the file and gives the lease back. */
  async close(): Promise<void> {
    try {
      // The last chance to remove half a line; should it fail, `recover` finds it.
      if (this.#needsCut && this.#file !== undefined && this.#lost === undefined)
        await this.#cut(this.#file);
    } catch (error) {
      throw this.#failed(error);
    } finally {
      try {
        await this.#file?.close();
      } finally {
        await this.#lease?.release();
      }
    }
  }

  async #ready(): Promise<FileHandle> {
    if (this.#lease === undefined) {
      await this.#fs.mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
      this.#lease = await Lease.take(this.#path, this.#fs);
    }
    this.#file ??= await this.#open();
    return this.#file;
  }

  async #open(): Promise<FileHandle> {
    const isNew = !this.#exists;
    // Exclusive when new: a file that appeared meanwhile is somebody else's, and what it holds is not known here.
    const flags = isNew ? "ax" : constants.O_WRONLY | constants.O_APPEND;
    let file;
    try {
      file = await this.#fs.open(this.#path, flags, 0o600);
    } catch (error) {
      if (errorCode(error) === "EEXIST") throw this.#changed("another program created it");
      if (errorCode(error) === "ENOENT" && !isNew) throw this.#changed("it was removed or renamed");
      throw error;
    }
    this.#exists = true;
    try {
      if (isNew && this.#fsync === "every-message") await this.#syncFolder();
      this.#identity = identityOf(await file.stat({ bigint: true }));
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** The lease is ours and the file is the one that was read, as long as it was left. */
  async #verify(): Promise<void> {
    await this.#lease?.check();
    let found;
    try {
      found = await this.#fs.stat(this.#path, { bigint: true });
    } catch (error) {
      if (errorCode(error) === "ENOENT") throw this.#changed("it was removed or renamed");
      throw error;
    }
    if (identityOf(found) !== this.#identity) throw this.#changed("another file is in its place");
    if (found.size > this.#bytes) throw this.#changed("another program wrote to it");
    if (found.size < this.#bytes) throw this.#changed("it was cut short");
  }

  async #write(file: FileHandle, data: Buffer): Promise<void> {
    this.#needsCut = true;
    try {
      let offset = 0;
      // One write as a rule; the system may take less, on a disk that is nearly full for one.
      while (offset < data.length) {
        const { bytesWritten } = await file.write(data, offset, data.length - offset);
        if (bytesWritten === 0) throw new Error("the system took no bytes");
        offset += bytesWritten;
      }
      if (this.#fsync === "every-message") await ignoringUnsupported(file.datasync());
    } catch (error) {
      throw await this.#undone(file, error);
    }
    this.#needsCut = false;
    this.#bytes += data.length;
  }

  /** Takes back what a failed write left, now or else before the next one. Resolves with the error to throw. */
  async #undone(file: FileHandle, error: unknown): Promise<unknown> {
    try {
      await this.#cut(file);
      return error;
    } catch (cutError) {
      return new AggregateError(
        [error, cutError],
        `${errorText(error)}; the half-written line could not be removed yet (${errorText(cutError)})`,
      );
    }
  }

  async #cut(file: FileHandle): Promise<void> {
    await file.truncate(this.#bytes);
    this.#needsCut = false;
  }

  /** A new name survives a power cut only when its folder was synchronised too. */
  async #syncFolder(): Promise<void> {
    await ignoringUnsupported(
      (async () => {
        const folder = await this.#fs.open(dirname(this.#path), "r");
        try {
          await folder.sync();
        } finally {
          await folder.close();
        }
      })(),
    );
  }

  #changed(what: string): SessionError {
    return new SessionError(
      "lease-lost",
      `Cannot write session ${this.#path}: ${what} while it was open here. Open the session again.`,
      { path: this.#path },
    );
  }

  #failed(cause: unknown): SessionError {
    return new SessionError(
      "io",
      `Cannot write session ${this.#path}: ${errorText(cause)}. ` +
        "The entry was not saved; make room or check permissions, then try again.",
      { path: this.#path, cause },
    );
  }
}

function identityOf({ dev, ino }: { readonly dev: bigint; readonly ino: bigint }): string {
  return `${dev} ${ino}`;
}

const unsupported: ReadonlySet<string | undefined> = new Set([
  "EINVAL",
  "ENOSYS",
  "ENOTSUP",
  "EISDIR",
  "EPERM",
]);

/** Some file systems cannot synchronise a file, or a folder: then there is nothing to wait for. */
async function ignoringUnsupported(synchronised: Promise<void>): Promise<void> {
  try {
    await synchronised;
  } catch (error) {
    if (!unsupported.has(errorCode(error))) throw error;
  }
}
