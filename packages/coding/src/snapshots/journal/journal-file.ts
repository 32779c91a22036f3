import { appendFile, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "../../errors.ts";
import { atomicWrite } from "../../workspace/atomic-write.ts";
import { readRows, writeRows } from "./rows.ts";
import type { JournalRow, NewRow } from "./rows.ts";

/** The journal of a folder of snapshots. */
export function journalPath(folder: string): string {
  return join(folder, "journal.jsonl");
}

/** The journal on the disk. Its user holds the lock of the folder. */
export class JournalFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  async read(): Promise<JournalRow[]> {
    try {
      return readRows(await readFile(this.path, "utf8"));
    } catch (error) {
      if (errorCode(error) === "ENOENT") return [];
      throw error;
    }
  }

  /** Returns the rows with their numbers. */
  async append(rows: readonly NewRow[]): Promise<JournalRow[]> {
    if (rows.length === 0) return [];
    const tail = await this.#tail();
    const last = await this.#lastId(tail);
    const numbered = rows.map((row, place): JournalRow => ({ ...row, id: last + 1 + place }));
    // A line that a crash cut off is not made longer.
    const start = tail === "" || tail.endsWith("\n") ? "" : "\n";
    await appendFile(this.path, start + writeRows(numbered), { mode: 0o600 });
    return numbered;
  }

  async replace(rows: readonly JournalRow[]): Promise<void> {
    await atomicWrite(this.path, Buffer.from(writeRows(rows)), { mode: 0o600 });
  }

  /** The number of the newest row; 0 when there is none. */
  async lastId(): Promise<number> {
    return this.#lastId(await this.#tail());
  }

  async #lastId(tail: string): Promise<number> {
    return readRows(tail).at(-1)?.id ?? (await this.read()).at(-1)?.id ?? 0;
  }

  /** The end of the file: the last rows, unless they are very long. */
  async #tail(): Promise<string> {
    try {
      await using file = await open(this.path);
      const { size } = await file.stat();
      const length = Math.min(size, 16_384);
      const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
      return buffer.toString("utf8");
    } catch (error) {
      if (errorCode(error) === "ENOENT") return "";
      throw error;
    }
  }
}
