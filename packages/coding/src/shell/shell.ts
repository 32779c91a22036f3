import type { SpoolOptions } from "../output/spool.ts";
import type { JobList } from "./job-list.ts";
import type { BackgroundProcess, Job } from "./job.ts";

/** What one command is run with. */
export interface ShellRun {
  /** Absolute path of the folder the command starts in. */
  readonly cwd: string;
  /** Soft stop: the command is asked to end and, a moment later, made to. */
  readonly signal: AbortSignal;
  /** Hard stop: the command is killed at once. */
  readonly abandoned: AbortSignal;
  /** The command is stopped after this many milliseconds. No limit when left out. */
  readonly timeoutMs?: number | undefined;
  /** Where the output of what the command leaves running is kept. */
  readonly spool?: SpoolOptions | undefined;
  /**
   * Hears what the command prints, stdout and stderr in the order they were written. The chunk is valid during the call
   * only: its memory is given back right after, which is what keeps a flood of output from growing the heap.
   */
  onOutput(chunk: Uint8Array): void;
}

/** What a background job is started with. */
export interface ShellStart {
  /** Absolute path of the folder the command starts in. */
  readonly cwd: string;
  /** The job is stopped after this many milliseconds. No limit when left out. */
  readonly timeoutMs?: number | undefined;
  /** Where its output is kept. */
  readonly spool?: SpoolOptions | undefined;
}

/** How a command ended. */
export interface ShellExit {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** The signal's name, such as `SIGTERM`, when one ended it. */
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** What goes on after the command. Empty unless it ended by itself. */
  readonly background: readonly BackgroundProcess[];
  /** The job that `background` has become; it is in the shell's `jobs`. */
  readonly job?: Job | undefined;
  /**
   * After a time-out: the command was only waiting for what it had started with `&`, namely these. Empty when it was busy
   * itself, or when that cannot be told.
   */
  readonly waitedFor?: readonly BackgroundProcess[] | undefined;
}

/**
 * Where commands run: this machine, a container, another machine. Rejects with `ShellError` when a command could not be
 * started, and with the signal's reason when it had aborted before; however a started command ends is a result.
 *
 * `start` and `jobs` come together; a shell without them has no background jobs.
 */
export interface Shell {
  run(command: string, options: ShellRun): Promise<ShellExit>;
  /** Starts a command that nobody waits for. It is in `jobs` before the promise resolves. */
  start?(command: string, options: ShellStart): Promise<Job>;
  /** What runs in the background, and what ended there lately. */
  readonly jobs?: JobList | undefined;
}
