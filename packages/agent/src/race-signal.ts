import { errorText } from "./texts.ts";

/** Waits for `promise`, but rejects with the signal's reason as soon as that aborts. */
export function raceSignal(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(asReason(signal.reason));
    if (signal.aborted) return onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(
      () => {
        signal.removeEventListener("abort", onAbort);
        resolve();
      },
      (error: unknown) => reject(asReason(error)),
    );
  });
}

function asReason(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(errorText(reason));
}
