/** The longest time a timer can be set to; a longer one fires at once. */
export const TIMER_MAX_MS = 2_147_483_647;

/** Resolves after `ms`, or as soon as the signal aborts; leaves neither timer nor listener behind. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(Math.max(ms, 0), TIMER_MAX_MS));
    signal.addEventListener("abort", end);
  });
}
