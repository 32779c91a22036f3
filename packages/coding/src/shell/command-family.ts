import type { BackgroundProcess } from "./job.ts";
import type { ProcessRow } from "./process-table.ts";

/** The signals that a command is ended with. */
export type StopSignal = "SIGTERM" | "SIGKILL";

/**
 * The processes that one command brought about, as far as the system can tell. `isGroupOurs` says that the ids of the
 * command cannot have been used again: the shell, whose pid they come from, was not reaped, or was a moment ago.
 */
export interface CommandFamily {
  /** Who is alive. */
  members(isGroupOurs: boolean): readonly ProcessRow[];
  /** Ends all of them: `SIGTERM` asks, `SIGKILL` does not. Synchronous: it is also used while the host exits. */
  signal(signal: StopSignal, isGroupOurs: boolean): void;
  /** Who of the command's own process group is alive, with command lines. */
  background(isGroupOurs: boolean): readonly BackgroundProcess[];
  /**
   * Those that the running shell, whose path is `program`, waits for, if all of them were started with `&`; otherwise, or
   * if that is not known, nobody.
   */
  waitedFor(program: string): readonly BackgroundProcess[];
}
