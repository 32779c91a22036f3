import { startTimer } from "./timers.ts";

/** Why a command has to end before it is done. `failed`: whoever listens to its output threw `error`. */
export type StopCause =
  | { readonly kind: "cancelled" }
  | { readonly kind: "timedOut" }
  | { readonly kind: "failed"; readonly error: unknown };

/** Waits for the first reason to stop a command. Dispose it when the command is over: it holds listeners and a timer. */
export class StopRequest implements Disposable {
  /** Resolves with the first reason; later ones change nothing. Never rejects. */
  readonly promise: Promise<StopCause>;
  readonly #resolve: (cause: StopCause) => void;
  readonly #signals: readonly AbortSignal[];
  readonly #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #cancel = (): void => this.#resolve({ kind: "cancelled" });

  constructor(signals: readonly AbortSignal[], timeoutMs: number | undefined) {
    ({ promise: this.promise, resolve: this.#resolve } = Promise.withResolvers<StopCause>());
    this.#signals = signals;
    for (const signal of signals) {
      if (signal.aborted) this.#cancel();
      signal.addEventListener("abort", this.#cancel);
    }
    if (timeoutMs !== undefined)
      this.#timer = startTimer(timeoutMs, () => this.#resolve({ kind: "timedOut" }));
  }

  /** Whoever listens to the output threw: the command is to end. */
  fail(error: unknown): void {
    this.#resolve({ kind: "failed", error });
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    for (const signal of this.#signals) signal.removeEventListener("abort", this.#cancel);
  }
}
