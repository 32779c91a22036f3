/** Waits until everything that is ready has run. A message channel is a macrotask everywhere, and no timer. */
export class Macrotasks implements Disposable {
  readonly #channel = new MessageChannel();
  #onMessage: () => void = () => undefined;

  constructor() {
    this.#channel.port1.addEventListener("message", () => this.#onMessage());
    this.#channel.port1.start();
  }

  /** Resolves in a macrotask of its own, after all microtasks. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#onMessage = resolve;
      this.#channel.port2.postMessage(undefined);
    });
  }

  [Symbol.dispose](): void {
    this.#channel.port1.close();
  }
}
