import { errorText } from "../errors.ts";
import { localDisk, temporaryFolder } from "./spool-disk.ts";
import type { SpoolDisk } from "./spool-disk.ts";

/** Where the full output of a command is kept, and how much of it. */
export interface SpoolOptions {
  /** Default: the system's folder for temporary files. */
  readonly folder?: string | undefined;
  /** Bytes that are kept; the rest is let go. Default 64 MiB. */
  readonly maxBytes?: number | undefined;
  /** How files are written. Default: this machine's disk. */
  readonly disk?: SpoolDisk | undefined;
}

/**
 * Where the full text is, or why it is nowhere. `bytes` is what the file holds; `cut` says why that is not everything:
 * `limit` for the limit of bytes, else what the disk said.
 */
export type Spooled =
  | { readonly path: string; readonly bytes: number; readonly cut?: string }
  | { readonly problem: string };

/** Small outputs never reach the disk unless they turn out to be needed. */
const memoryBytes = 128 * 1024;

/**
 * The full output of a command, byte for byte, for when a result cannot hold it. It is written here, from a pipe, and not
 * by the command straight into the file: measured with 300 MB that would save 13 MB of memory, but then nothing could keep
 * to `maxBytes`, and a full disk would fail the command instead of cutting its log. Writes are synchronous: they go to the
 * page cache, are bounded by `maxBytes`, and so need no queue that could grow in memory.
 */
export class Spool {
  readonly #folder: string | undefined;
  readonly #maxBytes: number;
  readonly #disk: SpoolDisk;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  /** Bytes that are in the file. */
  #written = 0;
  #cut: string | undefined;
  #path: string | undefined;
  #descriptor: number | undefined;
  #problem: string | undefined;

  constructor(options: SpoolOptions = {}) {
    this.#folder = options.folder;
    this.#maxBytes = options.maxBytes ?? 64 * 1024 * 1024;
    this.#disk = options.disk ?? localDisk;
  }

  /** Takes a chunk, of which it keeps a copy at most. Never throws: a full disk must not end a command. */
  push(chunk: Uint8Array): void {
    if (this.#cut !== undefined || this.#problem !== undefined) return;
    const room = this.#maxBytes - this.#written - this.#heldBytes;
    const kept = chunk.subarray(0, room);
    if (this.#descriptor === undefined) this.#hold(new Uint8Array(kept));
    else this.#write([kept]);
    if (kept.length < chunk.length) this.#cut ??= "limit";
    if (this.#heldBytes > memoryBytes) this.#flush();
  }

  /** Brings everything so far into the file and tells where it is. More may follow. */
  soFar(): Spooled {
    this.#flush();
    if (this.#path !== undefined && this.#problem === undefined) {
      const cut = this.#cut === undefined ? {} : { cut: this.#cut };
      return { path: this.#path, bytes: this.#written, ...cut };
    }
    return { problem: this.#problem ?? "there was nothing to keep" };
  }

  /** Makes the file complete and tells where it is. */
  keep(): Spooled {
    const spooled = this.soFar();
    this.close();
    return spooled;
  }

  /** Lets go of the open file; it stays, and what is still held in memory can be asked for. */
  close(): void {
    const descriptor = this.#descriptor;
    this.#descriptor = undefined;
    if (descriptor !== undefined) this.#attempt(() => this.#disk.close(descriptor));
  }

  /** Leaves nothing behind. */
  discard(): void {
    this.#held = [];
    this.#heldBytes = 0;
    this.close();
    const path = this.#path;
    this.#path = undefined;
    if (path !== undefined) this.#attempt(() => this.#disk.remove(path));
  }

  #hold(chunk: Uint8Array): void {
    this.#held.push(chunk);
    this.#heldBytes += chunk.length;
  }

  #flush(): void {
    if (this.#heldBytes === 0 || this.#problem !== undefined) return;
    const chunks = this.#held;
    this.#held = [];
    this.#heldBytes = 0;
    this.#attempt(() => {
      const folder = this.#folder ?? temporaryFolder();
      this.#path ??= `${folder.replace(/\/$/, "")}/tau-bash-${crypto.randomUUID()}.log`;
      this.#descriptor ??= this.#disk.open(this.#path);
    });
    if (this.#problem === undefined) this.#write(chunks);
  }

  /** What a full disk took before it was full stays, and is told as what it is: the beginning. */
  #write(chunks: readonly Uint8Array[]): void {
    const descriptor = this.#descriptor;
    if (descriptor === undefined) return;
    try {
      for (const chunk of chunks)
        for (let done = 0; done < chunk.length;) {
          const taken = this.#disk.write(descriptor, chunk.subarray(done));
          done += taken;
          this.#written += taken;
        }
    } catch (error) {
      this.close();
      if (this.#written === 0) this.#giveUp(errorText(error));
      else this.#cut = errorText(error);
    }
  }

  /** Nothing of it is in the file, so there is no file to tell of. */
  #giveUp(problem: string): void {
    this.discard();
    this.#problem ??= problem;
  }

  #attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#problem ??= errorText(error);
    }
  }
}
