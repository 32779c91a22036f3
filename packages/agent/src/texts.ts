/** The result of a call that was never started because the run was stopped; also the text of an aborted reply. */
export const ABORTED = "Operation aborted";

/** What a model is shown for a call without a result. It stands in the view only, never on the record. */
export const INTERRUPTED =
  "Tool call interrupted: no result was recorded. It may not have run, or may have run partly; check before repeating it.";

/** The result of a call that was running when the stop came and failed afterwards. */
export function stoppedText(message: string): string {
  return `Tool call stopped: ${message.replace(/\.$/, "")}. It may have run partly; check before repeating it.`;
}

/** The result of a call that somebody, or a rule, refused. */
export function blockedText(reason: string): string {
  return `Tool call blocked: ${reason}`;
}

/** The result of a call that was not run for a reason of the loop's own. */
export function notRunText(reason: string): string {
  return `Tool call not run: ${reason}`;
}

/** The result of a call that was cancelled before it ran. */
export const CALL_CANCELLED = "Tool call cancelled.";

/** The result of a call that was cancelled while it ran and did not return in time. */
export const CALL_CANCELLED_RUNNING =
  "Tool call cancelled. It may have run partly; check before repeating it.";

/** The result of a call whose tool answered nothing. */
export const NO_OUTPUT = "(no output)";

/** What went wrong, for people: the message of an Error, its name when there is none, anything else as a string. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error);
}
