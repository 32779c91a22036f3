/** Those who wait for a command to show something, and look whenever there is news of it. */
export class LookOut {
  readonly #looks = new Set<() => void>();

  /** Has everybody look. */
  tell(): void {
    for (const look of this.#looks) look();
  }

  /**
   * Resolves when `isThere` says so. Rejects once `problem` says why it never will be, and, with `patience`, when that is
   * over.
   */
  async until(
    isThere: () => boolean,
    problem: () => string | undefined,
    patience?: { readonly ms: number; readonly problem: () => string },
  ): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const look = (): void => {
      if (isThere()) {
        resolve();
        return;
      }
      const text = problem();
      if (text !== undefined) reject(new Error(text));
    };
    const timer = patience && setTimeout(() => reject(new Error(patience.problem())), patience.ms);
    this.#looks.add(look);
    try {
      look();
      await promise;
    } finally {
      clearTimeout(timer);
      this.#looks.delete(look);
    }
  }
}
