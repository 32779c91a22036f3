/** Lets go of a promise whose outcome is of no interest any more. */
export function forget(outcome: PromiseLike<unknown> | undefined): void {
  outcome?.then(undefined, () => undefined);
}

/** Tells a foreign iterator that nobody reads on. Neither waits for it nor throws what it throws. */
export function leave(open: () => AsyncIterator<unknown>): void {
  const end = async (): Promise<unknown> => open().return?.();
  forget(end());
}
