import type { Family } from "./family.ts";

export interface TerminationOptions {
  /** Milliseconds between SIGTERM and SIGKILL. */
  readonly graceMs: number;
  /** When it aborts, SIGKILL comes at once. */
  readonly abandoned: AbortSignal;
  /** Whether the shell has been reaped, after which its group id no longer vouches for the group. */
  isShellGone(): boolean;
}

const pollMs = 10;
/** SIGKILL works at once except on a process inside a stuck system call; nobody can do more about that one. */
const killRounds = 20;

/** Ends every process of a family: SIGTERM, then SIGKILL to who is left after the grace. Answers whether they are gone. */
export async function terminate(family: Family, options: TerminationOptions): Promise<boolean> {
  const isGone = (): boolean => family.members(!options.isShellGone()).length === 0;
  if (!options.abandoned.aborted) {
    family.signal("SIGTERM", !options.isShellGone());
    for (let waited = 0; waited < options.graceMs; waited += pollMs) {
      await pause(pollMs, options.abandoned);
      if (options.abandoned.aborted) break;
      if (isGone()) return true;
    }
  }
  for (let round = 0; round < killRounds; round++) {
    family.signal("SIGKILL", !options.isShellGone());
    await pause(pollMs);
    if (isGone()) return true;
  }
  return false;
}

/** Waits, or until the signal aborts, whichever is first. */
export async function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const wake = (): void => resolve();
  const timer = setTimeout(wake, milliseconds);
  signal?.addEventListener("abort", wake);
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", wake);
  }
}
