import { closeSync, openSync, unlinkSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorText } from "../errors.ts";

export interface SpoolOptions {
  /** Default: the system's folder for temporary files. */
  readonly folder?: string | undefined;
  /** Bytes that are kept; the rest is let go. Default 64 MiB. */
  readonly maxBytes?: number | undefined;
}

/** Where the full text is, or why it is nowhere. */
export type Spooled =
  | { readonly path: string; readonly bytes: number; readonly isCut: boolean }
  | { readonly problem: string };

/** Small outputs never reach the disk unless they turn out to be needed. */
const memoryBytes = 128 * 1024;

/**
 * The full output of a command, byte for byte, for when a result cannot hold it. Writes are synchronous: they go to the
 * page cache, are bounded by `maxBytes`, and so need no queue that could grow in memory.
 */
export class Spool {
  readonly #folder: string;
  readonly #maxBytes: number;
  #held: Uint8Array[] = [];
  #bytes = 0;
  #isCut = false;
  #file: { readonly path: string; readonly descriptor: number } | undefined;
  #problem: string | undefined;

  constructor(options: SpoolOptions = {}) {
    this.#folder = options.folder ?? tmpdir();
    this.#maxBytes = options.maxBytes ?? 64 * 1024 * 1024;
  }

  /** Takes a chunk, which it may keep. Never throws: a full disk must not end a command. */
  push(chunk: Uint8Array): void {
    const kept = chunk.subarray(0, this.#maxBytes - this.#bytes);
    if (kept.length < chunk.length) this.#isCut = true;
    if (kept.length === 0 || this.#problem !== undefined) return;
    this.#bytes += kept.length;
    this.#held.push(kept);
    if (this.#file || this.#bytes > memoryBytes) this.#flush();
  }

  /** Makes the file complete and tells where it is. Call once. */
  keep(): Spooled {
    this.#flush();
    this.#close();
    if (this.#file && this.#problem === undefined)
      return { path: this.#file.path, bytes: this.#bytes, isCut: this.#isCut };
    return { problem: this.#problem ?? "there was nothing to keep" };
  }

  /** Leaves nothing behind. */
  discard(): void {
    this.#held = [];
    this.#close();
    if (this.#file) this.#attempt(() => unlinkSync(this.#file?.path ?? ""));
  }

  #flush(): void {
    this.#attempt(() => {
      this.#file ??= this.#open();
      for (const chunk of this.#held) writeWhole(this.#file.descriptor, chunk);
    });
    this.#held = [];
  }

  #open(): { readonly path: string; readonly descriptor: number } {
    const path = join(this.#folder, `tau-bash-${crypto.randomUUID()}.log`);
    return { path, descriptor: openSync(path, "wx", 0o600) };
  }

  #close(): void {
    const file = this.#file;
    if (file) this.#attempt(() => closeSync(file.descriptor));
  }

  #attempt(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#problem ??= errorText(error);
    }
  }
}

function writeWhole(descriptor: number, chunk: Uint8Array): void {
  for (let written = 0; written < chunk.length;)
    written += writeSync(descriptor, chunk, written, chunk.length - written);
}
