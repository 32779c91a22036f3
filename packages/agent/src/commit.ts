import type { Message } from "@tau-ts/ai";
import type { Clock, Timer } from "./clock.ts";
import type { CompactionResult } from "./events.ts";
import type { CancelToken } from "./stopping/cancel-token.ts";

/** A transcript that takes the place of another. */
export interface Replacement {
  readonly messages: readonly Message[];
  /** What is announced of it. */
  readonly result?: CompactionResult | undefined;
}

/**
 * Changes a transcript so that log and record stay the same: `save` writes the change down and resolves with the whole
 * new transcript, which then takes the place of the old one. Rejects without calling `save` when a stop came first.
 * Once `save` has begun, stops wait for it: it should do nothing but write.
 */
export type Commit = (save: () => Promise<Replacement>) => Promise<void>;

/** Puts a transcript in place that was saved only after nobody waited for it any more. */
export type PutLate = (messages: readonly Message[]) => void;

/** What commits are put in place with. */
export interface Place {
  /** Puts another transcript in place of this one. */
  readonly put: (replacement: Replacement) => void;
  /** Called when a save begins: what it answers with takes the transcript if the save ends too late for `put`. */
  readonly beginSaving?: (() => PutLate) | undefined;
}

/** Lets one piece of work commit to a transcript, and lets a hard stop wait for what is being written. */
export class Commitment {
  readonly #token: CancelToken;
  readonly #place: Place;
  #saving: Promise<void> | undefined;
  #isOver = false;

  constructor(token: CancelToken, place: Place) {
    this.#token = token;
    this.#place = place;
  }

  readonly commit: Commit = async (save) => {
    if (this.#token.reason !== undefined) throw this.#token.reason;
    if (this.#isOver)
      throw new Error(
        "the work is over and can no longer change the transcript: commit before it settles",
      );
    const saving = this.#save(save);
    this.#saving = saving;
    try {
      await saving;
    } finally {
      this.#saving = undefined;
    }
  };

  /**
   * The end of the work: waits so many milliseconds for what is being written. Whatever is saved later is left to
   * `beginSaving`'s answer, because somebody else may be using the transcript by then.
   */
  async close(clock: Clock, milliseconds: number): Promise<void> {
    if (this.#saving !== undefined) await settled(this.#saving, clock, milliseconds);
    this.#isOver = true;
  }

  async #save(save: () => Promise<Replacement>): Promise<void> {
    const { put, beginSaving } = this.#place;
    const putLate = beginSaving?.();
    const replacement = await save();
    if (this.#isOver) putLate?.(replacement.messages);
    else put(replacement);
  }
}

/** Resolves when the promise has settled, either way, or the time is over. */
async function settled(promise: Promise<void>, clock: Clock, milliseconds: number): Promise<void> {
  let timer: Timer | undefined;
  const timeIsOver = new Promise<void>((resolve) => {
    timer = clock.setTimeout(resolve, milliseconds);
  });
  try {
    // Its failure is told to whoever committed.
    await Promise.race([promise.catch(() => undefined), timeIsOver]);
  } finally {
    clock.clearTimeout(timer);
  }
}
