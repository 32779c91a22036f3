import { errorText } from "../texts.ts";

/** Waits for `promise`, but rejects with the signal's reason as soon as that aborts. */
export function raceSignal(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(asReason(signal.reason));
    const settle = (): void => signal.removeEventListener("abort", onAbort);
    // Handled also when nobody waits from the start: a late failure is nobody's unhandled rejection.
    promise.then(
      () => (settle(), resolve()),
      (error: unknown) => (settle(), reject(asReason(error))),
    );
    if (signal.aborted) onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
  });
}

function asReason(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(errorText(reason));
}
