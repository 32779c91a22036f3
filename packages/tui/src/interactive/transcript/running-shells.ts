import type { CodingAgentEvent } from "@tau-ts/coding";
import type { RunningShell } from "./block.ts";
import type { Transcript } from "./transcript-state.ts";

type EventOf<Type> = Extract<CodingAgentEvent, { readonly type: Type }>;

/** Characters of what a command printed that are kept while it runs: far more than its last lines. */
const keptOutput = 8192;

/** A command of the user's begins. */
export function startShell(
  transcript: Transcript,
  { id, command, excludeFromContext: isExcluded }: EventOf<"bash_execution_start">,
  nowMs: number,
): Transcript {
  const shell = { id, command, isExcluded, output: "", startedMs: nowMs };
  return { ...transcript, shells: [...transcript.shells, shell] };
}

/** It prints something. */
export function growShell(
  transcript: Transcript,
  { id, delta }: EventOf<"bash_execution_update">,
): Transcript {
  return withShell(transcript, id, (shell) => {
    const output = shell.output + delta;
    const isLong = output.length > 2 * keptOutput;
    return { ...shell, output: isLong ? output.slice(-keptOutput) : output };
  });
}

/**
 * It ended. It stays until it is on record, which it gets as soon as no run goes on. One that ended without anything to
 * tell could not be started and never gets there: whoever asked for it hears why.
 */
export function endShell(
  transcript: Transcript,
  { id, exitCode, cancelled }: EventOf<"bash_execution_end">,
): Transcript {
  const ended = { cancelled, ...(exitCode === undefined ? {} : { exitCode }) };
  const changed = withShell(transcript, id, (shell) => ({ ...shell, ended }));
  const shells = changed.shells.filter((shell) => shell.id !== id || !hasNothingToTell(shell));
  return { ...changed, shells };
}

function hasNothingToTell({ ended, output }: RunningShell): boolean {
  return ended?.exitCode === undefined && ended?.cancelled === false && output === "";
}

function withShell(
  transcript: Transcript,
  id: string,
  change: (shell: RunningShell) => RunningShell,
): Transcript {
  const shells = transcript.shells.map((shell) => (shell.id === id ? change(shell) : shell));
  return { ...transcript, shells };
}
