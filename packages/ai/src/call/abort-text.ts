const ABORTED = "Operation aborted";

/**
 * What an aborted message says. A reason given by a cancel token (an `AbortError` that carries a `kind`) is told;
 * the platform's own reason is the same words for everything and is not.
 */
export function abortText(signal: AbortSignal | undefined): string {
  const reason: unknown = signal?.reason;
  if (!(reason instanceof Error) || reason.name !== "AbortError" || !("kind" in reason)) {
    return ABORTED;
  }
  const text = reason.message.trim();
  return text === "" || text === ABORTED ? ABORTED : `${ABORTED}: ${text}`;
}
