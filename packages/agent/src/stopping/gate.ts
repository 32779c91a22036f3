/** What a wait yields when the run has stopped waiting. */
export const ABANDONED: unique symbol = Symbol("abandoned");

/**
 * Lets the loop wait for foreign promises only as long as the run is willing to. One listener on the signal serves every
 * wait, and a promise that is let go keeps its handlers, so that its late failure is nobody's unhandled rejection.
 */
export class Gate implements Disposable {
  readonly #signal: AbortSignal | undefined;
  readonly #waiters = new Set<() => void>();

  constructor(signal: AbortSignal | undefined) {
    this.#signal = signal;
    signal?.addEventListener("abort", this.#open, { once: true });
  }

  /** Whether the run has stopped waiting. */
  get isOpen(): boolean {
    return this.#signal?.aborted ?? false;
  }

  /** The promise's own outcome, or {@link ABANDONED} if the gate opens first. */
  wait<T>(promise: PromiseLike<T>): Promise<T | typeof ABANDONED> {
    return new Promise((resolve, reject) => {
      const leave = (): void => resolve(ABANDONED);
      const settle = (): void => void this.#waiters.delete(leave);
      promise.then(
        (value) => (settle(), resolve(value)),
        (error: unknown) => (settle(), reject(error)),
      );
      if (this.isOpen) leave();
      else this.#waiters.add(leave);
    });
  }

  /** Calls foreign code, synchronous or not, and waits for it; what it throws at once rejects like everything else. */
  call<T>(work: () => T | PromiseLike<T>): Promise<T | typeof ABANDONED> {
    return this.wait(new Promise<T>((resolve) => resolve(work())));
  }

  [Symbol.dispose](): void {
    this.#signal?.removeEventListener("abort", this.#open);
  }

  readonly #open = (): void => {
    const waiters = [...this.#waiters];
    this.#waiters.clear();
    for (const leave of waiters) leave();
  };
}
