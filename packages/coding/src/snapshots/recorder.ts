import { randomUUID } from "node:crypto";
import { dirname, resolve } from "node:path";
import { errorText } from "../errors.ts";
import type { Archive, ArchiveDoor } from "./archive.ts";
import { isAnythingAt, pathKey } from "./byte-path.ts";
import type { PathKey } from "./byte-path.ts";
import type { NewRow } from "./journal/rows.ts";
import { contentNow } from "./store/copies.ts";
import type { Entry } from "./store/manifest.ts";
import type { Store } from "./store/store.ts";
import { timeLimit } from "./time-limit.ts";

/** A call that may change files. */
export interface ChangingCall {
  /** What it is, for people: `bash: npm test`. */
  readonly text: string;
  /** The only files it may change, absolute with links followed. Without it: any file. */
  readonly paths?: readonly string[] | undefined;
}

/** What a {@link Recorder} writes to, and for whom. */
export interface RecorderOptions {
  readonly door: ArchiveDoor;
  readonly session: string;
  readonly maxFileBytes: number;
  readonly timeoutMs: number;
  readonly now: () => number;
  readonly warn: (text: string) => void;
}

interface Said {
  readonly text: string;
  readonly messageAt: number;
}

/** A file that a call is about to change, and what was there if no state holds it. */
interface Expected {
  readonly key: PathKey;
  readonly before: Entry | undefined;
}

/** Letters of a user's words that are kept, to know them by. */
const textLength = 200;

/** Writes down what an agent does to files. Nothing here ever throws: what fails is told as a warning. */
export class Recorder {
  readonly #options: RecorderOptions;
  #run: string = randomUUID();
  #said: Said[] = [];
  /** Whether there is a state since the user has last said something. */
  #hasState = false;
  /** Files that tools have changed since the last state, with what they have left in them. */
  readonly #touched = new Map<PathKey, string | null>();
  #isOff = false;
  #hasRecorded = false;
  /** Files that tools have changed and no state held then: copies of them are part of the states that follow. */
  readonly #copied = new Set<PathKey>();
  /** Calls that may change anything and are not over: what is changed after a state in the middle of one is its work. */
  readonly #running = new Set<ChangingCall>();

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Whether anything was written down since this was asked last. */
  takeNews(): boolean {
    const hasRecorded = this.#hasRecorded;
    this.#hasRecorded = false;
    return hasRecorded;
  }

  beginRun(): void {
    this.#run = randomUUID();
    this.#said = [];
    this.#hasState = false;
  }

  say(text: string, messageAt: number): void {
    this.#said.push({ text: text.slice(0, textLength), messageAt });
    this.#hasState = false;
  }

  /** The next change begins with a state of its own. */
  forgetState(): void {
    this.#hasState = false;
    this.#touched.clear();
  }

  async before(call: ChangingCall, signal: AbortSignal | undefined): Promise<() => void> {
    let expected: readonly Expected[] = [];
    const isKept = await this.#work(signal, async (archive, limit) => {
      expected = await this.#before(archive, call, limit);
    });
    if (!isKept) return () => undefined;
    return () =>
      void this.#work(undefined, (archive, limit) => this.#after(archive, call, expected, limit));
  }

  /** A last state, so that what is changed from now on is not taken for the agent's. */
  async endRun(): Promise<void> {
    if (this.#touched.size === 0) return;
    await this.#work(undefined, async ({ store, journal }, signal) => {
      await journal.append(await this.#state(store, signal));
      this.#touched.clear();
    });
  }

  async #before(
    { store, journal }: Archive,
    call: ChangingCall,
    signal: AbortSignal,
  ): Promise<readonly Expected[]> {
    const { paths } = call;
    const rows: NewRow[] = [];
    const keys = (paths ?? []).flatMap((path) => keysOf(path, store.root));
    if (!paths || !this.#hasState || !keys.every((key) => this.#isKnown(store, key))) {
      const state = await this.#state(store, signal);
      for (const said of this.#said) rows.push(this.#row({ type: "mark", ...said }));
      rows.push(...state);
      if (!paths) rows.push(this.#row({ type: "call", text: call.text }));
    }
    const expected: Expected[] = [];
    for (const key of keys) {
      const before = store.covers(key) ? undefined : await store.entryNow(key);
      expected.push({ key, before });
    }
    await journal.append(rows);
    if (rows.length > 0) {
      this.#said = [];
      this.#touched.clear();
    }
    if (!paths) this.#running.add(call);
    this.#hasState = true;
    this.#hasRecorded = true;
    return expected;
  }

  async #after(
    { store, journal }: Archive,
    call: ChangingCall,
    expected: readonly Expected[],
    signal: AbortSignal,
  ): Promise<void> {
    this.#running.delete(call);
    const { maxFileBytes } = this.#options;
    const rows: NewRow[] = [];
    for (const { key, before } of expected) {
      const content = contentNow(store.root, key, maxFileBytes) ?? null;
      rows.push(this.#row({ type: "touch", key, content, ...(before ? { before } : {}) }));
      this.#touched.set(key, content);
      if (before) this.#copied.add(key);
    }
    if (!call.paths) rows.push(...(await this.#state(store, signal)));
    await journal.append(rows);
    if (!call.paths) this.#touched.clear();
  }

  /** What somebody else has put there since the last state would be lost without another one. */
  #isKnown(store: Store, key: PathKey): boolean {
    const left = this.#touched.get(key);
    if (left === undefined) return store.isHeld(key);
    return left === (contentNow(store.root, key, this.#options.maxFileBytes) ?? null);
  }

  async #state(store: Store, signal: AbortSignal): Promise<readonly NewRow[]> {
    const state = await store.take({ copies: this.#copied, signal });
    const calls = [...this.#running].map(({ text }): NewRow => this.#row({ type: "call", text }));
    return [this.#row({ type: "state", state }), ...calls];
  }

  /** Resolves with whether it worked. */
  async #work(
    outer: AbortSignal | undefined,
    task: (archive: Archive, signal: AbortSignal) => Promise<void>,
  ): Promise<boolean> {
    const { door, timeoutMs, warn } = this.#options;
    if (this.#isOff) return false;
    using limit = timeLimit(timeoutMs, outer);
    try {
      await door.enter((archive) => task(archive, limit.signal));
      return true;
    } catch (error) {
      if (outer?.aborted) return false;
      this.#isOff = limit.isOver;
      const end = limit.isOver ? " No more are taken in this session." : "";
      warn(`No snapshot could be taken, so this may not be undone: ${errorText(error)}${end}`);
      return false;
    }
  }

  #row<Row extends object>(row: Row): Row & { at: number; session: string; run: string } {
    const { now, session } = this.#options;
    return { ...row, at: now(), session, run: this.#run };
  }
}

/** The key of a file, and before it those of the folders that are made for it. */
function keysOf(path: string, root: string): PathKey[] {
  const keys: PathKey[] = [];
  for (let at = resolve(path); ; at = dirname(at)) {
    const isRoot = at === root || at === dirname(at);
    if (isRoot || (at !== resolve(path) && isAnythingAt("", pathKey(at)))) return keys.toReversed();
    keys.push(pathKey(at.startsWith(`${root}/`) ? at.slice(root.length + 1) : at));
  }
}
