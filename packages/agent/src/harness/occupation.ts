import type { Message } from "@tau-ts/ai";
import type { Clock } from "../clock.ts";
import { Commitment } from "../commit.ts";
import type { Commit, PutLate, Replacement } from "../commit.ts";
import { CancelToken } from "../stopping/cancel-token.ts";
import type { CancelInput } from "../stopping/cancel-token.ts";
import { Deadline } from "../stopping/deadline.ts";
import { ABANDONED, Gate } from "../stopping/gate.ts";
import { raceSignal } from "../stopping/race-signal.ts";
import type { StopOptions, StopOutcome } from "./run.ts";

/** What keeps a harness busy, and can be stopped. */
export interface Occupation {
  readonly whenOver: Promise<void>;
  cancel(reason?: CancelInput): void;
  stop(options?: StopOptions): Promise<StopOutcome>;
}

/** What work needs from the harness it keeps busy. */
export interface WorkContext {
  readonly clock: Clock;
  /** The grace of stops that name none, in milliseconds. */
  readonly graceMs: number;
  /** How long a hard stop waits for a commit that is being written, in milliseconds. */
  readonly flushMs: number;
  /** Puts another transcript in place of the harness's. */
  readonly replace: (messages: readonly Message[]) => void;
  readonly beginSaving: () => PutLate;
  readonly onOver: () => void;
}

/** Work of an application's own that keeps a harness busy. */
export class Work<T> implements Occupation {
  readonly result: Promise<T>;
  readonly whenOver: Promise<void>;
  readonly #token = new CancelToken();
  readonly #gate = new Gate(this.#token.abandoned);
  readonly #deadline: Deadline;
  readonly #context: WorkContext;

  constructor(work: (token: CancelToken, commit: Commit) => Promise<T>, context: WorkContext) {
    this.#context = context;
    this.#deadline = new Deadline(context.clock, () => this.#token.abandon());
    this.result = this.#perform(work);
    this.whenOver = this.result.then(
      () => undefined,
      () => undefined,
    );
  }

  cancel(reason?: CancelInput): void {
    this.#token.cancel(reason);
  }

  async stop(options: StopOptions = {}): Promise<StopOutcome> {
    this.#token.cancel(options.reason);
    this.#deadline.within(options.graceMs ?? this.#context.graceMs);
    await raceSignal(this.whenOver, options.signal);
    return this.#token.isAbandoned ? "hard" : "clean";
  }

  async #perform(work: (token: CancelToken, commit: Commit) => Promise<T>): Promise<T> {
    const { clock, flushMs, replace, beginSaving, onOver } = this.#context;
    const put = ({ messages }: Replacement): void => replace(messages);
    const commitment = new Commitment(this.#token, { put, beginSaving });
    try {
      // The harness is busy before the work begins: the work may stop it from its first line on.
      await Promise.resolve();
      const value = await this.#gate.call(() => work(this.#token, commitment.commit));
      if (value === ABANDONED) throw this.#token.reason ?? new Error("abandoned");
      return value;
    } finally {
      await commitment.close(clock, flushMs);
      this.#deadline.clear();
      this.#gate[Symbol.dispose]();
      onOver();
    }
  }
}
