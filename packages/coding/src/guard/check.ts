import type { JsonObject } from "@tau-ts/ai";

/** What a check is handed beside the call. */
export interface CheckContext {
  /** Aborts when nobody waits for the answer any more: withdraw the question. */
  readonly signal: AbortSignal;
}

/**
 * Judges one call before its tool runs. Only `undefined` allows; a non-empty string refuses and is the reason that the
 * model is told. Anything else, a throw included, counts as a check that failed, and the call is refused.
 */
export type Check = (
  name: string,
  args: JsonObject,
  context: CheckContext,
) => string | undefined | Promise<string | undefined>;
