/** A timer for longer than this, in milliseconds, would fire at once. */
const longestTimer = 2 ** 31 - 1;

/** Calls `act` after some milliseconds, or after 24 days if that is sooner. */
export function startTimer(milliseconds: number, act: () => void): ReturnType<typeof setTimeout> {
  return setTimeout(act, Math.min(milliseconds, longestTimer));
}

/** Resolves after some milliseconds, or as soon as the signal aborts. Never rejects. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = (): void => resolve();
  const timer = setTimeout(wake, milliseconds);
  signal?.addEventListener("abort", wake);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", wake);
  }
}
