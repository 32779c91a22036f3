import type { SessionEntry } from "./entries.ts";
import { SessionError } from "./errors.ts";

interface Node {
  readonly entry: SessionEntry;
  readonly parent: Node | undefined;
}

/**
 * The entries of a session in the order they were written, and the leaf: the entry the next one hangs on. A parent is
 * looked up once, when its child is added, so a path costs its length and a cycle cannot arise.
 */
export class EntryTree {
  readonly #nodes = new Map<string, Node>();
  #leaf: Node | undefined;
  #newest: Node | undefined;

  /** The entry the next one hangs on; null at the root. */
  get leafId(): string | null {
    return this.#leaf?.entry.id ?? null;
  }

  /** The entry written last, which is where a reader of the file starts. */
  get newestId(): string | null {
    return this.#newest?.entry.id ?? null;
  }

  get size(): number {
    return this.#nodes.size;
  }

  has(id: string): boolean {
    return this.#nodes.has(id);
  }

  entries(): SessionEntry[] {
    return Array.from(this.#nodes.values(), (node) => node.entry);
  }

  /**
   * Adds an entry and makes it the leaf. `false` when the parent it names is not there: it then starts a root of its
   * own, as a first entry does. Throws a SyntaxError when its id is taken.
   */
  add(entry: SessionEntry): boolean {
    if (this.#nodes.has(entry.id)) throw new SyntaxError(`the id ${entry.id} is there already`);
    const parent = entry.parentId === null ? undefined : this.#nodes.get(entry.parentId);
    const node = { entry, parent };
    this.#nodes.set(entry.id, node);
    this.#leaf = node;
    this.#newest = node;
    return entry.parentId === null || parent !== undefined;
  }

  /** Moves the leaf, to the root with null. Throws a SessionError `unknown-entry`. */
  moveTo(id: string | null): void {
    const node = id === null ? undefined : this.#nodes.get(id);
    if (id !== null && node === undefined)
      throw new SessionError(
        "unknown-entry",
        `Cannot branch from entry ${id}: the session has no such entry. Take an id from entries().`,
      );
    this.#leaf = node;
  }

  /** The entries from the root to the leaf. */
  path(): SessionEntry[] {
    const path: SessionEntry[] = [];
    for (let node = this.#leaf; node !== undefined; node = node.parent) path.push(node.entry);
    return path.toReversed();
  }
}
