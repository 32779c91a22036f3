import { HarnessError, SessionError } from "@tau-ts/agent";
import { ModelChoiceError, SettingsError, ToolInputError } from "@tau-ts/coding";
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
    ModelChoiceError.isInstance(error) ||
    ToolInputError.isInstance(error) ||
    (SettingsError.isInstance(error) && error.kind === "value") ||
    // No session has such an id. What the system refused has a cause.
    (SessionError.isInstance(error) && error.kind === "io" && error.cause === undefined) ||
    (HarnessError.isInstance(error) && error.kind === "options");
  return isUsage ? 2 : 1;
}
