import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import type { AgentEvent } from "@tau-ts/agent";
import { textOf } from "@tau-ts/ai";
import type { AgentSessionEvent } from "../agent/agent-events.ts";
import { SnapshotError, errorText } from "../errors.ts";
import { ArchiveDoor } from "./archive.ts";
import type { Archive } from "./archive.ts";
import { shownPath } from "./byte-path.ts";
import { cleanUpArchive } from "./clean-up.ts";
import type { CleanUpOptions } from "./clean-up.ts";
import type { JournalRow, StateRow } from "./journal/rows.ts";
import {
  chainOf,
  continuation,
  pointsOf,
  redoTarget,
  runStarts,
  stateAt,
} from "./journal/timeline.ts";
import type { Goal, Point, PointReference } from "./journal/timeline.ts";
import { Recorder } from "./recorder.ts";
import type { ChangingCall } from "./recorder.ts";
import { findSteps } from "./undo/find-steps.ts";
import type { Findings } from "./undo/find-steps.ts";
import { chosenSteps, keptChange, notCovered, planNotes } from "./undo/present-plan.ts";
import { restore } from "./undo/restore.ts";
import { plannedChange, showSteps } from "./undo/show-steps.ts";
import { settledSteps } from "./undo/steps.ts";
import type { ApplyOptions, UndoOutcome, UndoPlan } from "./undo/undo-plan.ts";

/** What {@link Snapshots} cover, and where they are kept. */
export interface SnapshotsOptions {
  /** The folder that the agent works in. In a git work tree all of that is covered. */
  readonly cwd: string;
  /** Where everything is kept, in the folder `snapshots`: `userFolders().tauHome`. */
  readonly home: string;
  /**
   * The conversation. What another one changed then counts as somebody else's. Default: none, and whatever any agent did
   * in this folder can be undone.
   */
  readonly session?: string | undefined;
  /** Told why something cannot be undone, once for each reason. */
  readonly onWarning?: ((text: string) => void) | undefined;
  /** Files above it, in bytes, are not covered. Default 10 MB. */
  readonly maxFileBytes?: number | undefined;
  /** How long one snapshot may take, in milliseconds; after one that takes longer no more are taken. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Default: the system's clock, in milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** How far an undo goes. */
export interface UndoOptions {
  /** The user's message, or the point, before whose changes the files are wanted. Default: the last run that changed any. */
  readonly to?: PointReference | undefined;
}

/** So many rows of the journal are written between two clean-ups. */
const rowsBetweenCleanUps = 64;

/**
 * Takes back what an agent did to files, commands included. Git's index, HEAD, refs, stash and hooks of the user are
 * never written, only read.
 *
 * Recording never throws and never rejects: what fails is told as a warning. Nothing is read or made before it is needed.
 *
 * @example
 * const snapshots = new Snapshots({ cwd, home: userFolders().tauHome });
 * const tools = snapshotTools([bashTool({ cwd }), editTool({ cwd })], snapshots, { cwd });
 * harness.subscribe((event) => snapshots.observe(event));
 * const plan = await snapshots.undo();
 * if (plan) console.log(await plan.diff(), await plan.apply());
 */
export class Snapshots {
  readonly #options: SnapshotsOptions;
  readonly #door: ArchiveDoor;
  readonly #recorder: Recorder;
  readonly #now: () => number;
  readonly #told = new Set<string>();
  /** The next run is the same one to its user. */
  #goesOn = false;
  #rowsAtCleanUp: number | undefined;

  constructor(options: SnapshotsOptions) {
    const { cwd, home, maxFileBytes = 10_000_000, timeoutMs = 30_000, now = Date.now } = options;
    this.#options = options;
    this.#now = now;
    const warn = (text: string): void => this.#warn(text);
    this.#door = new ArchiveDoor({ cwd, home, maxFileBytes, now, warn });
    const session = options.session ?? randomUUID();
    this.#recorder = new Recorder({
      door: this.#door,
      session,
      maxFileBytes,
      timeoutMs,
      now,
      warn,
    });
  }

  /** Begins a run: what follows can be undone as one. {@link observe} does it. */
  beginRun(): void {
    this.#recorder.beginRun();
  }

  /** A user has said something: a point that can be gone back to. {@link observe} does it. */
  mark(text: string, timestamp: number = this.#now()): void {
    this.#recorder.say(text, timestamp);
  }

  /**
   * To be called before a call that may change files, after it was allowed. Call the function that it resolves with when
   * the call is over, however it ended. {@link snapshotTools} does both.
   */
  before(call: ChangingCall, signal?: AbortSignal): Promise<() => void> {
    return this.#recorder.before(call, signal);
  }

  /** To be called when a run is over. {@link observe} does it. */
  async endRun(): Promise<void> {
    await this.#recorder.endRun();
    if (this.#recorder.takeNews()) await this.#cleanUpNowAndThen();
  }

  /** A listener for a harness or a coding agent: runs and messages are learnt from its events. */
  async observe(event: AgentEvent | AgentSessionEvent): Promise<void> {
    if (event.type === "agent_start") {
      if (!this.#goesOn) this.beginRun();
    } else if (event.type === "message_end") {
      const { message } = event;
      if (message.role === "user") this.mark(textOf(message), message.timestamp);
    } else if (event.type === "agent_end") {
      this.#goesOn = "willRetry" in event && event.willRetry;
      await this.endRun();
    }
  }

  /** Resolves when all that was begun is written down. */
  settled(): Promise<void> {
    return this.#door.settled();
  }

  /** The points that can be gone back to, newest first. */
  points(): Promise<readonly Point[]> {
    return this.#door.enter(async ({ journal }) =>
      pointsOf(chainOf(await journal.read()), this.#options.session),
    );
  }

  /**
   * What it takes to have the files as they were before the last run that changed any, or before what followed a
   * message; undefined when that is nothing. Do not call it during a run. Throws `SnapshotError`: `input` when there is
   * no such point, `io` or `damaged` when the files or what was kept cannot be read.
   */
  undo({ to }: UndoOptions = {}): Promise<UndoPlan | undefined> {
    return this.#door.enter(async (archive) => {
      await mkdir(archive.store.root, { recursive: true });
      const { session } = this.#options;
      const chain = chainOf(await archive.journal.read());
      const targets = to === undefined ? runStarts(chain, session) : wanted(stateAt(chain, to), to);
      for (const target of targets) {
        const plan = await this.#plan(archive, { direction: "undo", target, since: target });
        if (plan) return plan;
      }
      return undefined;
    });
  }

  /** What it takes to take the last undo back; undefined when there is none, or an agent has worked since. */
  redo(): Promise<UndoPlan | undefined> {
    return this.#door.enter(async (archive) => {
      const rows = await archive.journal.read();
      const found = redoTarget(rows, chainOf(rows), this.#options.session);
      if (!found) return undefined;
      const { target, undone: since } = found;
      return this.#plan(archive, { direction: "redo", target, since });
    });
  }

  /** Drops what is old. It also happens by itself, after runs, now and then. */
  cleanUp(options: CleanUpOptions = {}): Promise<void> {
    return this.#door.enter((archive) => cleanUpArchive(archive, this.#now(), options));
  }

  async #plan(archive: Archive, goal: Goal): Promise<UndoPlan | undefined> {
    const rows = await archive.journal.read();
    const shown = await this.#find(archive, rows, goal);
    const steps = settledSteps(shown.steps, shown);
    if (steps.length === 0) return undefined;
    const { store } = archive;
    const moving = steps.filter(({ keep }) => !keep);
    const isMark = (row: JournalRow): boolean => row.type === "mark" && row.run === goal.target.run;
    const mark = rows.findLast((row) => isMark(row) && row.id < goal.target.id);
    return {
      direction: goal.direction,
      text: mark?.type === "mark" ? mark.text : undefined,
      at: goal.target.at,
      changes: moving.map(plannedChange),
      kept: steps.flatMap(keptChange),
      notCovered: notCovered(shown),
      notes: planNotes(goal.target.state, shown.nowState),
      diff: (options) => showSteps(moving, (ids) => store.contents(ids), options),
      apply: (options) => this.#door.enter((entered) => this.#apply(entered, goal, shown, options)),
    };
  }

  async #apply(
    archive: Archive,
    goal: Goal,
    shown: Findings,
    { overwrite = false }: ApplyOptions = {},
  ): Promise<UndoOutcome> {
    const { store, journal } = archive;
    await mkdir(store.root, { recursive: true });
    const rows = await journal.read();
    const isAsShown =
      rows.at(-1)?.id === shown.lastRow &&
      isSameState(await store.take(shown.looked), shown.nowState);
    const found = isAsShown ? shown : await this.#find(archive, rows, goal);
    const all = settledSteps(chosenSteps(found.steps, shown.steps, overwrite), found);
    const steps = all.filter(({ keep }) => !keep);
    // What is kept altogether can still be undone.
    if (steps.length === 0) return { restored: [], kept: all.flatMap(keptChange), failed: [] };
    const [before] = await journal.append([this.#stateRow(found.nowState)]);
    const failed = await restore(store.root, steps, (ids) => store.contents(ids));
    const state = await store.take(found.looked);
    const left = before?.id ?? 0;
    const next = continuation(chainOf(rows), goal, this.#options.session);
    // What had no effect, since all of it failed, can be tried again.
    if (!isSameState(state, found.nowState))
      await journal.append([{ ...this.#stateRow(state), left, ...next }]);
    this.#recorder.forgetState();
    const isFailed = new Set(failed.map(({ key }) => key));
    return {
      restored: steps.filter(({ key }) => !isFailed.has(key)).map(plannedChange),
      kept: all.flatMap(keptChange),
      failed: failed.map(({ key, reason }) => ({ path: shownPath(key), reason })),
    };
  }

  #find({ store }: Archive, rows: readonly JournalRow[], goal: Goal): Promise<Findings> {
    const { session } = this.#options;
    return findSteps({
      store,
      chain: chainOf(rows),
      goal,
      session,
      at: this.#now(),
      lastRow: rows.at(-1)?.id,
    });
  }

  #stateRow(state: StateRow["state"]): Omit<StateRow, "id"> {
    const session = this.#options.session ?? "";
    return { type: "state", state, at: this.#now(), session, run: "" };
  }

  async #cleanUpNowAndThen(): Promise<void> {
    try {
      await this.#door.enter(async (archive) => {
        const last = await archive.journal.lastId();
        this.#rowsAtCleanUp ??= last - (last % rowsBetweenCleanUps);
        if (last - this.#rowsAtCleanUp < rowsBetweenCleanUps) return;
        this.#rowsAtCleanUp = last;
        await cleanUpArchive(archive, this.#now());
      });
    } catch (error) {
      this.#warn(`Old snapshots could not be removed: ${errorText(error)}`);
    }
  }

  #warn(text: string): void {
    if (this.#told.has(text)) return;
    this.#told.add(text);
    this.#options.onWarning?.(text);
  }
}

function isSameState(one: StateRow["state"], other: StateRow["state"]): boolean {
  return one.tree === other.tree && one.details === other.details;
}

function wanted(found: ReturnType<typeof stateAt>, to: PointReference): readonly StateRow[] {
  if (found !== "unknown") return found ? [found] : [];
  throw new SnapshotError(
    "input",
    `There is no point ${JSON.stringify(to)} to go back to. The points there are: points().`,
  );
}
