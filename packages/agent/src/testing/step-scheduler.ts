import type { Clock, Timer } from "../clock.ts";
import { Macrotasks } from "./macrotasks.ts";
import { Observations } from "./observations.ts";
import type { StopPlace } from "./places.ts";
import { SeededRandom } from "./random.ts";

/** One wait at a named place. */
export interface Step {
  /** Counts from 1 in the order in which steps are entered. */
  readonly number: number;
  readonly place: StopPlace;
  /** How long it takes, in virtual milliseconds; Infinity for one that is held. */
  readonly delayMs: number;
  /** Keeps it from ending before {@link StepScheduler.settle}. */
  hold(): void;
}

/** Told when a step is entered, and just before whoever waits goes on. Whatever it does happens in the waiting code's place. */
export type StepObserver = (step: Step, moment: "enter" | "leave") => void;

/** How a wait ends. */
export interface StepOptions {
  /** Ends the step soon after it aborts. Without it the step takes its time. */
  readonly signal?: AbortSignal | undefined;
  /** Does not end by itself: the wait of something deaf, or with `signal` of something that waits for the stop. */
  readonly isHeld?: boolean | undefined;
}

/** Chance and bounds of a scheduler. */
export interface StepSchedulerOptions {
  /** The same seed gives the same order of everything. Default 1. */
  readonly seed?: number | undefined;
  /** The longest step, in virtual milliseconds. Default 10. */
  readonly maxDelayMs?: number | undefined;
  /** How many steps and timers may happen before the test is given up as endless. Default 100,000. */
  readonly maxSteps?: number | undefined;
}

const stalledErrorBrand: unique symbol = Symbol.for("tau-ts.StalledError");

/** Nothing is left that could happen, and what was waited for has not come. */
export class StalledError extends Error {
  override readonly name = "StalledError";
  readonly kind = "stalled";

  constructor(message: string) {
    super(message);
    Object.defineProperty(this, stalledErrorBrand, { value: true });
  }

  /** Recognises the class across copies of this package. */
  static isInstance(value: unknown): value is StalledError {
    return value instanceof Error && stalledErrorBrand in value;
  }
}

interface Entry {
  due: number;
  readonly tieBreak: number;
  readonly label: string;
  readonly fire: () => void;
}

/**
 * The clock of a test, and the order of everything that happens in it. Virtual time stands still while anything is ready
 * to run; then the earliest step or timer is let go, alone, and chance, from the seed, decides between equals.
 */
export class StepScheduler implements Clock {
  /** What wrapped models, tools and hooks have seen. */
  readonly observations: Observations = new Observations();
  readonly random: SeededRandom;
  readonly #maxDelayMs: number;
  readonly #maxSteps: number;
  readonly #entries = new Map<number, Entry>();
  readonly #observers = new Set<StepObserver>();
  #now = 1_700_000_000_000;
  #lastId = 0;
  #stepCount = 0;
  #fired = 0;
  #external = 0;
  #isDriving = false;

  constructor({ seed = 1, maxDelayMs = 10, maxSteps = 100_000 }: StepSchedulerOptions = {}) {
    this.random = new SeededRandom(seed);
    this.#maxDelayMs = maxDelayMs;
    this.#maxSteps = maxSteps;
  }

  /** How many steps have been entered. */
  get stepCount(): number {
    return this.#stepCount;
  }

  now(): number {
    return this.#now;
  }

  setTimeout(callback: () => void, milliseconds: number): Timer {
    return this.#add(Math.max(0, milliseconds), "a timer", callback);
  }

  clearTimeout(timer: Timer | undefined): void {
    if (typeof timer === "number") this.#entries.delete(timer);
  }

  /** Waits at a place until the scheduler lets go. */
  step(place: StopPlace, { signal, isHeld = false }: StepOptions = {}): Promise<void> {
    this.#stepCount += 1;
    const number = this.#stepCount;
    const delayMs = isHeld ? Number.POSITIVE_INFINITY : this.#delay();
    return new Promise((resolve) => {
      let isDeaf = false;
      const hurry = (): void => {
        const entry = this.#entries.get(id);
        if (entry && !isDeaf) entry.due = Math.min(entry.due, this.#now + this.#delay());
      };
      const hold = (): void => {
        const entry = this.#entries.get(id);
        if (entry) entry.due = Number.POSITIVE_INFINITY;
        isDeaf = true;
      };
      const step: Step = { number, place, delayMs, hold };
      const id = this.#add(delayMs, `${place} (step ${number})`, () => {
        signal?.removeEventListener("abort", hurry);
        this.#tell(step, "leave");
        resolve();
      });
      if (signal?.aborted) hurry();
      else signal?.addEventListener("abort", hurry, { once: true });
      this.#tell(step, "enter");
    });
  }

  /** Watches every step. Returns a function that ends the watch. */
  observe(observer: StepObserver): () => void {
    this.#observers.add(observer);
    return () => void this.#observers.delete(observer);
  }

  /** Ends all watches: stops that were arranged and not asked for yet will not be. */
  endObservation(): void {
    this.#observers.clear();
  }

  /** Time stands still until work of the outside world, such as writing a file, is done. */
  async external<T>(work: Promise<T>): Promise<T> {
    this.#external += 1;
    try {
      return await work;
    } finally {
      this.#external -= 1;
    }
  }

  /**
   * Lets things happen until `work` settles, and settles as it does. Rejects with {@link StalledError} when nothing is
   * left that could happen, or when it does not end.
   */
  async run<T>(work: Promise<T>): Promise<T> {
    let isSettled = false;
    const note = (): void => void (isSettled = true);
    work.then(note, note);
    await this.#drive(() => isSettled);
    if (!isSettled) throw new StalledError(`nothing more can happen; ${this.#heldText()}`);
    return work;
  }

  /** Lets go of everything that is held, and lets things happen until nothing is left. */
  async settle(): Promise<void> {
    for (const entry of this.#entries.values())
      if (entry.due === Number.POSITIVE_INFINITY) entry.due = this.#now + this.#delay();
    await this.#drive(() => false);
    if ([...this.#entries.values()].some((entry) => Number.isFinite(entry.due)))
      await this.settle();
  }

  async #drive(isDone: () => boolean): Promise<void> {
    if (this.#isDriving)
      throw new Error("this scheduler is running already; await one run() or settle() at a time");
    this.#isDriving = true;
    try {
      using macrotasks = new Macrotasks();
      for (;;) {
        await macrotasks.next();
        if (isDone()) return;
        if (this.#external === 0 && !this.#fireNext()) return;
      }
    } finally {
      this.#isDriving = false;
    }
  }

  #fireNext(): boolean {
    let next: [number, Entry] | undefined;
    for (const candidate of this.#entries)
      if (candidate[1].due !== Number.POSITIVE_INFINITY && (!next || isBefore(candidate, next)))
        next = candidate;
    if (!next) return false;
    const [id, entry] = next;
    this.#entries.delete(id);
    this.#fired += 1;
    if (this.#fired > this.#maxSteps)
      throw new StalledError(`no end after ${this.#maxSteps} steps; the last was ${entry.label}`);
    this.#now = Math.max(this.#now, entry.due);
    entry.fire();
    return true;
  }

  #add(delayMs: number, label: string, fire: () => void): number {
    this.#lastId += 1;
    const tieBreak = this.random.next();
    this.#entries.set(this.#lastId, { due: this.#now + delayMs, tieBreak, label, fire });
    return this.#lastId;
  }

  #delay(): number {
    return this.random.below(this.#maxDelayMs + 1);
  }

  #tell(step: Step, moment: "enter" | "leave"): void {
    for (const observer of this.#observers) observer(step, moment);
  }

  #heldText(): string {
    const held = [...this.#entries.values()].map((entry) => entry.label);
    return held.length === 0 ? "nobody waits at a step" : `held: ${held.join(", ")}`;
  }
}

function isBefore([, a]: [number, Entry], [, b]: [number, Entry]): boolean {
  return a.due < b.due || (a.due === b.due && a.tieBreak < b.tieBreak);
}
