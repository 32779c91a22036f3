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

/** An append that waits for its turn. */
interface WaitingAppend {
  readonly fields: JsonValue;
  readonly resolve: (id: string) => void;
  readonly reject: (error: unknown) => void;
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
  /** Appends that wait, with nothing asked for after them: the next one is written together with them. */
  #waiting: WaitingAppend[] | undefined;
  #closed: Promise<void> | undefined;

  protected constructor(tree: EntryTree, sources: LogSources) {
    this.#tree = tree;
    this.#now = sources.now ?? Date.now;
    this.#randomId = sources.randomId;
  }

  /** Writes lines, newlines included, wholly or not at all. */
  protected abstract write(lines: string): Promise<void>;

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
          await this.#writeMarker();
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
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    this.#waiting ??= this.#startWaiting();
    this.#waiting.push({ fields: copied, resolve, reject });
    return promise;
  }

  #startWaiting(): WaitingAppend[] {
    const appends: WaitingAppend[] = [];
    void this.#inOrder(() => {
      if (this.#waiting === appends) this.#waiting = undefined;
      return this.#writeAll(appends);
    });
    return appends;
  }

  /** One write for all of them: it succeeds or fails for all. Never rejects. */
  async #writeAll(appends: readonly WaitingAppend[]): Promise<void> {
    const written: { readonly append: WaitingAppend; readonly entry: SessionEntry }[] = [];
    const lines: string[] = [];
    const ids = new Set<string>();
    for (const append of appends)
      try {
        const parentId = written.at(-1)?.entry.id ?? this.#tree.leafId;
        const entry = checked(() => this.#complete(append.fields, parentId, ids));
        lines.push(checked(() => formatLine(entry)));
        written.push({ append, entry });
        ids.add(entry.id);
      } catch (error) {
        append.reject(error);
      }
    try {
      if (lines.length > 0) await this.write(lines.join(""));
    } catch (error) {
      for (const { append } of written) append.reject(error);
      return;
    }
    for (const { append, entry } of written) {
      this.#tree.add(entry);
      append.resolve(entry.id);
    }
  }

  /** `ids`: those of entries that are written with it. */
  #complete(fields: JsonValue, parentId: string | null, ids: ReadonlySet<string>): SessionEntry {
    const { type, ...rest } = isJsonObject(fields) ? fields : {};
    const isTaken = (candidate: string): boolean => this.#tree.has(candidate) || ids.has(candidate);
    const id = freshEntryId(isTaken, this.#randomId);
    const timestamp = new Date(this.#now()).toISOString();
    const base = { type, id, parentId, timestamp };
    const entry: unknown = Object.freeze({ ...base, ...rest, id, parentId, timestamp });
    assertEntry(entry);
    return entry;
  }

  async #writeMarker(): Promise<void> {
    const fields = { type: "custom", customType: LEAF_MARKER };
    const marker = this.#complete(fields, this.#tree.leafId, new Set());
    await this.write(formatLine(marker));
    this.#tree.add(marker);
  }

  /** Runs a step when the steps before it are over, however they ended. */
  #inOrder<T>(step: () => T | Promise<T>): Promise<T> {
    this.#waiting = undefined;
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
