/** Who, or what, asked for a stop. */
export type CancelKind = "user" | "timeout" | "shutdown" | "replaced" | "limit";

/** What `cancel()` takes: a text (then the kind is `user`), or both. */
export type CancelInput =
  | string
  | Error
  | { readonly kind?: CancelKind | undefined; readonly message?: string | undefined };

const cancelReasonBrand: unique symbol = Symbol.for("tau-ts.CancelReason");

/** The `reason` of a token's signals: an Error named AbortError. `message` is the text given, or empty. */
export class CancelReason extends Error {
  override readonly name = "AbortError";
  readonly kind: CancelKind;

  constructor(kind: CancelKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
    Object.defineProperty(this, cancelReasonBrand, { value: true });
  }

  /** Recognises the class across copies of this package. */
  static isInstance(value: unknown): value is CancelReason {
    return value instanceof Error && cancelReasonBrand in value;
  }
}

/**
 * A request to stop, as a pair of web-standard signals. `signal` is the soft stop: everybody who works or waits is asked
 * to end. `abandoned` is the hard one: nobody waits any longer. Abandoning cancels too.
 *
 * Tokens form a tree: cancelling a parent cancels its children, never the reverse.
 */
export class CancelToken {
  readonly #soft = new AbortController();
  readonly #hard = new AbortController();
  readonly #children = new Set<CancelToken>();
  #reason: CancelReason | undefined;

  /** The soft stop. `signal.reason` is a {@link CancelReason}. */
  get signal(): AbortSignal {
    return this.#soft.signal;
  }

  /** The hard stop. */
  get abandoned(): AbortSignal {
    return this.#hard.signal;
  }

  get isCancelled(): boolean {
    return this.#soft.signal.aborted;
  }

  get isAbandoned(): boolean {
    return this.#hard.signal.aborted;
  }

  /** Why it was cancelled; undefined while it is not. */
  get reason(): CancelReason | undefined {
    return this.#reason;
  }

  /** Asks everybody to stop. Synchronous, never throws, and only the first reason counts. */
  cancel(reason?: CancelInput): void {
    if (this.isCancelled) return;
    this.#reason = toReason(reason);
    this.#soft.abort(this.#reason);
    for (const child of this.#children) child.cancel(this.#reason);
  }

  /** Stops waiting for anybody. Cancels first. */
  abandon(reason?: CancelInput): void {
    this.cancel(reason);
    if (this.isAbandoned) return;
    this.#hard.abort(this.reason);
    for (const child of this.#children) child.abandon();
  }

  /** A token that stops when this one does. Dispose it when its work is done, so that the parent forgets it. */
  child(): CancelToken & Disposable {
    const child = new DisposableToken(() => this.#children.delete(child));
    if (this.isCancelled) child.cancel(this.reason);
    if (this.isAbandoned) child.abandon();
    this.#children.add(child);
    return child;
  }

  /** A token that is cancelled, and abandoned, when foreign signals abort. Dispose it to stop listening. */
  static from(signal: AbortSignal | undefined, abandoned?: AbortSignal): CancelToken & Disposable {
    const cancel = (): void => token.cancel(reasonOf(signal));
    const abandon = (): void => token.abandon(reasonOf(abandoned));
    const token = new DisposableToken(() => {
      signal?.removeEventListener("abort", cancel);
      abandoned?.removeEventListener("abort", abandon);
    });
    if (signal?.aborted) cancel();
    else signal?.addEventListener("abort", cancel, { once: true });
    if (abandoned?.aborted) abandon();
    else abandoned?.addEventListener("abort", abandon, { once: true });
    return token;
  }
}

class DisposableToken extends CancelToken implements Disposable {
  readonly #release: () => void;

  constructor(release: () => void) {
    super();
    this.#release = release;
  }

  [Symbol.dispose](): void {
    this.#release();
  }
}

function toReason(input: CancelInput | undefined): CancelReason {
  if (CancelReason.isInstance(input)) return input;
  if (input === undefined) return new CancelReason("user", "");
  if (typeof input === "string") return new CancelReason("user", input);
  if (input instanceof Error) {
    const kind = input.name === "TimeoutError" ? "timeout" : "user";
    return new CancelReason(kind, input.message, { cause: input });
  }
  return new CancelReason(input.kind ?? "user", input.message ?? "");
}

/** A foreign signal's reason as ours; the platform's stock AbortError says nothing, so its text is left out. */
function reasonOf(signal: AbortSignal | undefined): CancelReason {
  const reason: unknown = signal?.reason;
  if (CancelReason.isInstance(reason)) return reason;
  if (typeof reason === "string") return new CancelReason("user", reason);
  if (!(reason instanceof Error)) return new CancelReason("user", "");
  return reason.name === "AbortError"
    ? new CancelReason("user", "", { cause: reason })
    : toReason(reason);
}
