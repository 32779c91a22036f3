/**
 * Counts the listeners that others hang on a signal and do not take off again. It looks only at signals it was given, by
 * replacing their methods: hand a signal to it before anybody else.
 */
export class SignalLedger {
  readonly #open: Map<unknown, boolean>[] = [];

  /** Counts from now on. Returns the signal. */
  watch(signal: AbortSignal): AbortSignal {
    const open = new Map<unknown, boolean>();
    this.#open.push(open);
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    const counted: AbortSignal["addEventListener"] = (
      ...args: Parameters<AbortSignal["addEventListener"]>
    ): void => {
      const options = args[2];
      const isOnce = typeof options === "object" && options?.once === true;
      if (!signal.aborted) open.set(args[1], isOnce);
      add(...args);
    };
    const discounted: AbortSignal["removeEventListener"] = (
      ...args: Parameters<AbortSignal["removeEventListener"]>
    ): void => {
      open.delete(args[1]);
      remove(...args);
    };
    // Those that listen once are gone when the signal has told them.
    add("abort", () => forgetOnce(open), { once: true });
    Object.defineProperties(signal, {
      addEventListener: { value: counted, configurable: true },
      removeEventListener: { value: discounted, configurable: true },
    });
    return signal;
  }

  /** How many listeners are left on all signals together. */
  get left(): number {
    return this.#open.reduce((sum, open) => sum + open.size, 0);
  }
}

function forgetOnce(open: Map<unknown, boolean>): void {
  for (const [listener, isOnce] of open) if (isOnce) open.delete(listener);
}
