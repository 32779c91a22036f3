import { HarnessError } from "@tau-ts/agent";
import { ModelChoiceError, ToolInputError } from "@tau-ts/coding";
import { CommandError } from "./command-error.ts";

/** Why something failed, for people; of a listener's failure, what the listener said. */
export function messageOf(error: unknown): string {
  const told = HarnessError.isInstance(error) && error.kind === "listener" ? error.cause : error;
  return told instanceof Error ? told.message || told.name : String(told);
}

/** 2 for what makes no sense as it was asked for, 1 for what failed. */
export function exitCodeOf(error: unknown): 1 | 2 {
  const isUsage =
    (CommandError.isInstance(error) && error.kind === "usage") ||
    error instanceof ModelChoiceError ||
    error instanceof ToolInputError ||
    (HarnessError.isInstance(error) && error.kind === "options");
  return isUsage ? 2 : 1;
}
