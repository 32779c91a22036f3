import type { JobOutput } from "../output/job-output.ts";

/** A process of a job, or one that a command left running on purpose (`&`). */
export interface BackgroundProcess {
  readonly pid: number;
  /** The process group it belongs to: `kill -- -GROUP` ends all of it. */
  readonly group: number;
  readonly command: string;
}

/** How the shell of a job ended. */
export interface JobExit {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly timedOut: boolean;
}

/** A command in the background. Stops and interrupts of the call that started it do not touch it. */
export interface Job {
  /** Unique among the jobs of a shell, such as `job-1`. */
  readonly id: string;
  readonly command: string;
  /** The pid of the shell that runs it, or of the first process that was left running. */
  readonly pid: number;
  /** Milliseconds since 1970. */
  readonly startedMs: number;
  readonly output: JobOutput;
  /** How the shell ended; undefined while it runs. What it started with `&` may still be running. */
  readonly exit: JobExit | undefined;
  /** Whether anything of it still runs. */
  isRunning(): boolean;
  /** What of it still runs. */
  processes(): readonly BackgroundProcess[];
  /** Resolves once nothing of it runs and its output is complete, or as soon as the signal aborts. Never rejects. */
  waitForEnd(signal: AbortSignal): Promise<void>;
  /** Asks it to end, and kills it after two seconds. Resolves when it is over. */
  stop(): Promise<void>;
}
