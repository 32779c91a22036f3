/** A person sees ten updates a second as movement; more would only cost. */
const intervalMs = 100;

/** Calls `show` soon after each request, at most once an interval: the first at once, a later one when its time has come. */
export class LiveUpdates implements Disposable {
  readonly #show: () => void;
  #timer: NodeJS.Timeout | undefined;
  #isAskedAgain = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(show: () => void) {
    this.#show = show;
  }

  /** Throws what `show` threw, also when that was in the meantime: inside a timer it would end the host. */
  request(): void {
    this.check();
    if (this.#timer) this.#isAskedAgain = true;
    else this.#showNow();
    this.check();
  }

  /** Throws what `show` threw, if it did. */
  check(): void {
    if (this.#failure) throw this.#failure.error;
  }

  /** Nothing is shown from here on. */
  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
  }

  #showNow(): void {
    try {
      this.#show();
    } catch (error) {
      this.#failure = { error };
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isAskedAgain) this.#showNow();
    }, intervalMs);
    this.#isAskedAgain = false;
  }
}
