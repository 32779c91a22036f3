/** Queues of tasks by key: one task of a key at a time, in the order they were asked for. */
export class FileLocks {
  readonly #tails = new Map<string, Promise<void>>();

  /** Takes its place in the queue before it returns, so the order of calls is the order of runs. */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.#tails.get(key);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#tails.set(key, promise);
    try {
      await before;
      return await task();
    } finally {
      if (this.#tails.get(key) === promise) this.#tails.delete(key);
      resolve();
    }
  }
}
