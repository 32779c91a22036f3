import type { CommandFamily } from "./command-family.ts";
import { pause } from "./timers.ts";

/** How processes are ended. */
export interface TerminationOptions {
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** When it aborts, SIGKILL comes at once. */
  readonly abandoned: AbortSignal;
  /** Whether the shell has been reaped, after which its group id no longer vouches for the group. */
  readonly isShellGone: () => boolean;
}

const pollMs = 10;
/** SIGKILL works at once except on a process inside a stuck system call; nobody can do more about that one. */
const killRounds = 20;

/** Ends every process of a family: SIGTERM, then SIGKILL to who is left after the grace. Answers whether they are gone. */
export async function terminate(
  family: CommandFamily,
  options: TerminationOptions,
): Promise<boolean> {
  const isGone = (): boolean => family.members(!options.isShellGone()).length === 0;
  if (!options.abandoned.aborted && (await askToEnd(family, options, isGone))) return true;
  for (let round = 0; round < killRounds; round++) {
    family.signal("SIGKILL", !options.isShellGone());
    await pause(Math.min(round + 2, pollMs));
    if (isGone()) return true;
  }
  return false;
}

/** The grace is measured on the clock: on a busy host each look at the processes takes a good part of it. */
async function askToEnd(
  family: CommandFamily,
  { graceMs, abandoned, isShellGone }: TerminationOptions,
  isGone: () => boolean,
): Promise<boolean> {
  const deadline = performance.now() + graceMs;
  family.signal("SIGTERM", !isShellGone());
  for (let left = graceMs; left > 0; left = deadline - performance.now()) {
    await pause(Math.min(pollMs, left), abandoned);
    if (abandoned.aborted) return false;
    if (isGone()) return true;
  }
  return false;
}
