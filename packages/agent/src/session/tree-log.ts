import { isJsonObject } from "@tau-ts/ai";
import type { JsonValue, Message } from "@tau-ts/ai";
import { frozenJson } from "../recorded.ts";
import { errorText } from "../texts.ts";
import type { NewEntry, SessionEntry } from "./entries.ts";
import { formatLine } from "./entry-line.ts";
import { assertEntry } from "./entry-shape.ts";
import { SessionError } from "./errors.ts";
import { freshEntryId } from "./ids.ts";
import type { CompactionFacts, SessionTreeLog } from "./log.ts";
import { rowsOf } from "./rows.ts";
import type { SessionRow } from "./rows.ts";
import type { EntryTree } from "./tree.ts";

/** What a log takes from outside. */
export interface LogSources {
  /** Milliseconds since 1970, for the timestamps of entries. */
  readonly now?: (() => number) | undefined;
  /** A candidate for an id; called again while the id is taken. Default: eight random hexadecimal digits. */
  readonly randomId?: (() => string) | undefined;
}

/** The `customType` of the entry that keeps the place of a leaf that was moved and not written on. */
export const LEAF_MARKER = "tau.leaf";

/**
 * What every log has in common: order, ids, checks, the tree. Where the lines go is the one thing that differs. An
 * entry enters the tree after its line was written, so that memory never runs ahead of the disk.
 */
export abstract class TreeLog implements SessionTreeLog {
  readonly #tree: EntryTree;
  readonly #now: () => number;
  readonly #randomId: (() => string) | undefined;
  #queue: Promise<unknown> = Promise.resolve();
  #closed: Promise<void> | undefined;

  protected constructor(tree: EntryTree, sources: LogSources) {
    this.#tree = tree;
    this.#now = sources.now ?? Date.now;
    this.#randomId = sources.randomId;
  }

  /** Writes one line, newline included, wholly or not at all. */
  protected abstract write(line: string): Promise<void>;

  /** Lets go of what the log holds. Called once, after the last write. */
  protected abstract release(): Promise<void>;

  /** Whether a leaf that was moved is written down when the log is closed. */
  protected abstract keepsLeaf(): boolean;

  get leafId(): string | null {
    return this.#tree.leafId;
  }

  async append(message: Message): Promise<string> {
    return this.#append({ type: "message", message });
  }

  async appendCompaction(
    summary: string,
    firstKeptEntryId: string,
    { tokensBefore = 0, details, usage }: CompactionFacts = {},
  ): Promise<string> {
    return this.#append({
      type: "compaction",
      summary,
      firstKeptEntryId,
      tokensBefore,
      details,
      usage,
    });
  }

  async appendEntry(entry: NewEntry): Promise<string> {
    return this.#append(entry);
  }

  entries(): Promise<readonly SessionEntry[]> {
    return this.#inOrder(() => this.#tree.entries());
  }

  activeEntries(): Promise<readonly SessionEntry[]> {
    return this.#inOrder(() => this.#tree.path());
  }

  rows(): Promise<readonly SessionRow[]> {
    return this.#inOrder(() => rowsOf(this.#tree.path()));
  }

  async replay(): Promise<readonly Message[]> {
    const rows = await this.rows();
    return rows.map((row) => row.message);
  }

  branch(entryId: string | null): Promise<void> {
    return this.#inOrder(() => {
      this.#tree.moveTo(entryId);
    });
  }

  close(): Promise<void> {
    this.#closed ??= this.#inOrder(async () => {
      try {
        // A reader starts at the newest entry: one without a meaning of its own keeps the place of a moved leaf.
        if (this.keepsLeaf() && this.#tree.leafId !== this.#tree.newestId)
          await this.#write({ type: "custom", customType: LEAF_MARKER });
      } finally {
        await this.release();
      }
    });
    return this.#closed;
  }

  async #append(fields: object): Promise<string> {
    if (this.#closed !== undefined)
      throw new SessionError(
        "closed",
        "Cannot append to the session: its log was closed. Open it again.",
      );
    // Copied before anything is awaited: the caller may change what it handed in.
    const copied = checked(() => frozenJson(fields));
    return this.#inOrder(() => this.#write(copied));
  }

  async #write(fields: JsonValue): Promise<string> {
    const entry = checked(() => this.#complete(fields));
    const line = checked(() => formatLine(entry));
    await this.write(line);
    this.#tree.add(entry);
    return entry.id;
  }

  #complete(fields: JsonValue): SessionEntry {
    const { type, ...rest } = isJsonObject(fields) ? fields : {};
    const id = freshEntryId((candidate) => this.#tree.has(candidate), this.#randomId);
    const timestamp = new Date(this.#now()).toISOString();
    const parentId = this.#tree.leafId;
    const base = { type, id, parentId, timestamp };
    const entry: unknown = Object.freeze({ ...base, ...rest, id, parentId, timestamp });
    assertEntry(entry);
    return entry;
  }

  /** Runs a step when the steps before it are over, however they ended. */
  #inOrder<T>(step: () => T | Promise<T>): Promise<T> {
    const result = this.#queue.then(step);
    this.#queue = result.catch(() => undefined);
    return result;
  }
}

/** What cannot be written is refused before anything is. */
function checked<T>(step: () => T): T {
  try {
    return step();
  } catch (cause) {
    throw new SessionError(
      "invalid",
      `Cannot append to the session: ${errorText(cause)}. Nothing was written.`,
      { cause },
    );
  }
}
