import { closeSync, constants, fstatSync, open, read } from "node:fs";
import type { Stats } from "node:fs";

/**
 * A file that is open for reading; dispose it. To open and to read may mean to wait for a disk, and are asynchronous; to
 * ask an open file what it is and to close it again are not, and cost a tenth like this, which counts when thousands of
 * small files are searched. Throws what the system says.
 */
export class OpenFile implements Disposable {
  readonly stat: Stats;
  readonly #descriptor: number;

  private constructor(descriptor: number, stat: Stats) {
    this.#descriptor = descriptor;
    this.stat = stat;
  }

  static async open(path: string): Promise<OpenFile> {
    const descriptor = await descriptorOf(path);
    try {
      return new OpenFile(descriptor, fstatSync(descriptor));
    } catch (error) {
      closeSync(descriptor);
      throw error;
    }
  }

  /** Fills the chunk from its start with what comes next, and answers how many bytes that was; none at the end. */
  read(chunk: Uint8Array): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    read(this.#descriptor, chunk, 0, chunk.length, null, (error, bytesRead) => {
      if (error) reject(error);
      else resolve(bytesRead);
    });
    return promise;
  }

  [Symbol.dispose](): void {
    closeSync(this.#descriptor);
  }
}

/** Without O_NONBLOCK, opening a FIFO would wait for somebody to write. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK;

function descriptorOf(path: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  open(path, flags, (error, descriptor) => {
    if (error) reject(error);
    else resolve(descriptor);
  });
  return promise;
}
