import type { Message, Outcome } from "@tau-ts/agent";
import { oneLine } from "../wording/lines.ts";

/** What `agent_end` tells of a run. */
export interface Ending {
  readonly messages: readonly Message[];
  readonly outcome: Outcome;
}

/** Why a run did not end well, in one line for people; `undefined` for a run that did. */
export function failureText(end: Ending | undefined): string | undefined {
  if (!end) return "the run was not seen to its end";
  if (end.outcome === "completed") return undefined;
  const last = end.messages.at(-1);
  const told = last?.role === "assistant" ? last.errorMessage : undefined;
  return oneLine(told ?? "") || unexplained[end.outcome];
}

const unexplained: Readonly<Record<Exclude<Outcome, "completed">, string>> = {
  error: "the run failed and nobody said why",
  aborted: "Operation aborted",
  abandoned: "Operation aborted; what did not stop in time was left behind",
};

/** The lines for standard error about how a run ended; empty for one that ended well and whole. */
export function endingLines(end: Ending | undefined): string {
  const failure = failureText(end);
  if (failure !== undefined) return `Error: ${failure}\n`;
  const last = end?.messages.at(-1);
  return last?.role === "assistant" && last.stopReason === "length"
    ? "Warning: the answer was cut off by the output limit.\n"
    : "";
}
