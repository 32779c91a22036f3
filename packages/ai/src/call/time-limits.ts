/**
 * Time limits of one attempt, in milliseconds. 0 or Infinity turns a limit off. They count what the provider says, not
 * bytes: a keep-alive says nothing. Time in which the consumer is busy does not count. A limit that passes ends the call
 * with the kind `timeout`.
 *
 * A transport may have limits of its own, which are `network` failures: the `fetch` of Node gives up after 300 s without
 * response headers or without a byte. `nodeTransport()` has none.
 */
export interface TimeLimits {
  /** From the request to the response headers. Default 300,000: a local model may read a long prompt first. */
  readonly connectMs?: number | undefined;
  /** From the response headers to the first event. Default 300,000. */
  readonly firstEventMs?: number | undefined;
  /** From one event to the next. Default 300,000. */
  readonly idleMs?: number | undefined;
}

/** The limits with every default filled in; Infinity for one that is off. */
export type Limits = { readonly [Name in keyof TimeLimits]-?: number };

/** Throws a RangeError for a limit that is no number of 0 or more. */
export function timeLimits(options: TimeLimits = {}): Limits {
  return {
    connectMs: limit("connectMs", options.connectMs),
    firstEventMs: limit("firstEventMs", options.firstEventMs),
    idleMs: limit("idleMs", options.idleMs),
  };
}

function limit(name: keyof TimeLimits, value: number = 300_000): number {
  if (Number.isNaN(value) || value < 0) {
    throw new RangeError(`timeouts.${name} must be a number of 0 or more, not ${value}`);
  }
  return value === 0 ? Infinity : value;
}

/** Counts down the time that a stream may still be silent. Only the time between `begin` and `end` counts. */
export class SilenceBudget {
  readonly #limits: Limits;
  #sawEvent = false;
  #leftMs: number;
  #begun = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#leftMs = limits.firstEventMs;
  }

  get leftMs(): number {
    return this.#leftMs;
  }

  /** Somebody waits for the provider, with a timer of `leftMs`. */
  begin(): void {
    this.#begun = Date.now();
  }

  /** The wait is over, before its timer fired: when the clock says that it took longer, the clock was set meanwhile. */
  end(): void {
    const waited = Date.now() - this.#begun;
    if (waited > 0 && waited < this.#leftMs) this.#leftMs -= waited;
  }

  /** The provider said something. */
  renew(): void {
    this.#sawEvent = true;
    this.#leftMs = this.#limits.idleMs;
  }

  /** What happened when nothing is left. */
  describe(): string {
    return this.#sawEvent
      ? `no event for ${this.#limits.idleMs} ms`
      : `no event within ${this.#limits.firstEventMs} ms of the response`;
  }
}
