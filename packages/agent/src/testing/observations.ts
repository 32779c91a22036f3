import { SignalLedger } from "./signal-ledger.ts";

/**
 * How a run was asked to stop: `soft` is `cancel()` and waits for everybody; `grace` may turn hard later (`stop()`,
 * `return()`, a listener that failed); `hard` is a stop without a grace.
 */
export type StopKind = "soft" | "grace" | "hard";

interface Wait {
  readonly who: string;
  readonly signal: AbortSignal | undefined;
}

/** What wrapped models, tools and hooks have seen of a run, and what of it must not be. */
export class Observations {
  readonly signals: SignalLedger = new SignalLedger();
  /** Ids of the calls whose tool ran to its end before anybody stopped waiting for it. */
  readonly finishedCalls: Set<string> = new Set<string>();
  /** Ids of the calls that were stopped while a hook looked at them before they ran. */
  readonly refusedCalls: Set<string> = new Set<string>();
  readonly #complaints = new Set<string>();
  readonly #stops = new Set<StopKind>();
  readonly #waits = new Set<Wait>();

  /** What must not be, each kind of it once. */
  get complaints(): readonly string[] {
    return [...this.#complaints];
  }

  /** The kinds of stop there have been. */
  get stops(): ReadonlySet<StopKind> {
    return this.#stops;
  }

  complain(text: string): void {
    this.#complaints.add(text);
  }

  /** Notes a stop that a test asks for itself, rather than through `interruptAt`, so that its outcome is expected. */
  noteStop(kind: StopKind): void {
    this.#stops.add(kind);
  }

  /** Somebody begins to work for a run. Dispose the answer when they are done. */
  working(who: string, signal: AbortSignal | undefined): Disposable {
    const wait: Wait = { who, signal };
    this.#waits.add(wait);
    return { [Symbol.dispose]: () => void this.#waits.delete(wait) };
  }

  /** Complains if somebody is asked to begin although the run was stopped already. */
  expectNotStopped(who: string, signal: AbortSignal | undefined): void {
    if (signal?.aborted) this.complain(`${who} was asked although the run was stopped already`);
  }

  /** Complains about everybody who works and was not told of the stop that has just been asked for. */
  expectAllTold(): void {
    for (const { who, signal } of this.#waits)
      if (!signal?.aborted) this.complain(`${who} was not told of the stop`);
  }
}
