import { mkdir } from "node:fs/promises";
import { errorText } from "../errors.ts";
import { withFileLock } from "../settings/files/file-lock.ts";
import { ownMark } from "../settings/files/lock-holder.ts";
import type { ProcessMark } from "../settings/files/lock-holder.ts";
import { FileLocks } from "../workspace/file-locks.ts";
import { findRepository } from "./git/user-repository.ts";
import { JournalFile, journalPath } from "./journal/journal-file.ts";
import { placeFolder, realOrSame } from "./store/place.ts";
import { Store } from "./store/store.ts";

/** Which archive is opened, and where. */
export interface ArchiveOptions {
  readonly cwd: string;
  readonly home: string;
  readonly maxFileBytes: number;
  readonly now: () => number;
  readonly warn: (text: string) => void;
}

/** All that is kept about one root. */
export interface Archive {
  readonly folder: string;
  readonly store: Store;
  readonly journal: JournalFile;
}

/** Opens an archive with the first use and lets in one user at a time, of this process and of others. */
export class ArchiveDoor {
  readonly #options: ArchiveOptions;
  readonly #line = new FileLocks();
  #archive: Promise<Archive> | undefined;
  #mark: Promise<ProcessMark> | undefined;

  constructor(options: ArchiveOptions) {
    this.#options = options;
  }

  /** Runs the task when every earlier one is over. */
  enter<T>(task: (archive: Archive) => Promise<T>): Promise<T> {
    return this.#line.run("", async () => {
      this.#archive ??= this.#open();
      this.#mark ??= ownMark();
      const archive = await this.#archive;
      await mkdir(archive.folder, { recursive: true, mode: 0o700 });
      return withFileLock(archive.journal.path, await this.#mark, () => task(archive));
    });
  }

  /** Resolves when every task so far is over. */
  settled(): Promise<void> {
    return this.#line.run("", async () => undefined);
  }

  async #open(): Promise<Archive> {
    const { maxFileBytes, now } = this.#options;
    const cwd = await realOrSame(this.#options.cwd);
    const home = await realOrSame(this.#options.home);
    const repository = await this.#findRepository(cwd);
    const root = repository?.root ?? cwd;
    const folder = placeFolder(home, root);
    const store = new Store({ folder, root, repository, maxFileBytes, home, now });
    return { folder, store, journal: new JournalFile(journalPath(folder)) };
  }

  async #findRepository(cwd: string): ReturnType<typeof findRepository> {
    try {
      return await findRepository(cwd);
    } catch (error) {
      this.#options.warn(`Undo covers only the files that tools write: ${errorText(error)}`);
      return undefined;
    }
  }
}
