import type { FileStat } from "./file-stat.ts";

/**
 * What an agent knows of files: the state each was in when it was last read or written by its tools. With it a tool can
 * tell that somebody else changed the file since.
 */
export class ReadRecord {
  /** By real path. */
  readonly #states = new Map<string, string>();

  /** The file was read or written, and was in this state before the reading or after the writing. */
  note(realPath: string, stat: FileStat): void {
    this.#states.set(realPath, stateOf(stat));
  }

  /** Whether the file was known and is not what it was. */
  hasChanged(realPath: string, stat: FileStat): boolean {
    const known = this.#states.get(realPath);
    return known !== undefined && known !== stateOf(stat);
  }
}

function stateOf({ size, modifiedMs }: FileStat): string {
  return `${size} ${modifiedMs}`;
}
