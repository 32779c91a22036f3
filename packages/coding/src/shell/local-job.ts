import type { JobOutput } from "../output/job-output.ts";
import type { CommandFamily } from "./command-family.ts";
import type { BackgroundProcess, Job, JobExit } from "./job.ts";
import type { LiveOutput } from "./live-output.ts";
import { terminate } from "./terminate.ts";
import { pause } from "./timers.ts";

/** What a {@link LocalJob} looks after. */
export interface LocalJobOptions {
  readonly id: string;
  readonly command: string;
  readonly pid: number;
  readonly family: CommandFamily;
  readonly output: JobOutput;
  readonly live: LiveOutput;
  /** How the shell ended, if it has; otherwise `shellEnded` tells later. */
  readonly exit?: JobExit | undefined;
}

/** Milliseconds between SIGTERM and SIGKILL: a server gets the time to close its files. */
const stopGraceMs = 2000;
const pollMs = 50;
/** Milliseconds that the last output is waited for. */
const drainMs = 100;

const never = new AbortController().signal;

/** A job on this machine. */
export class LocalJob implements Job {
  readonly id: string;
  readonly command: string;
  readonly pid: number;
  readonly startedMs: number = Date.now();
  readonly output: JobOutput;
  readonly #family: CommandFamily;
  readonly #live: LiveOutput;
  #exit: JobExit | undefined;
  #isOver = false;
  #hasTimedOut = false;
  #stopping: Promise<void> | undefined;

  constructor(options: LocalJobOptions) {
    this.id = options.id;
    this.command = options.command;
    this.pid = options.pid;
    this.output = options.output;
    this.#family = options.family;
    this.#live = options.live;
    this.#exit = options.exit;
  }

  get exit(): JobExit | undefined {
    return this.#exit;
  }

  /** Tells that its shell ended. */
  shellEnded(exit: Omit<JobExit, "timedOut">): void {
    this.#exit = { ...exit, timedOut: this.#hasTimedOut };
  }

  isRunning(): boolean {
    if (this.#isOver) return false;
    this.#isOver = this.#exit !== undefined && this.processes().length === 0;
    return !this.#isOver;
  }

  processes(): readonly BackgroundProcess[] {
    return this.#isOver ? [] : this.#family.background(this.#exit === undefined);
  }

  async waitForEnd(signal: AbortSignal): Promise<void> {
    while (this.isRunning()) {
      if (signal.aborted) return;
      await pause(pollMs, signal);
    }
    await this.#complete();
  }

  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  /** Stops it because its time is up. */
  async timeOut(): Promise<void> {
    this.#hasTimedOut = true;
    await this.stop();
  }

  async #stop(): Promise<void> {
    const isShellGone = (): boolean => this.#exit !== undefined;
    if (this.isRunning())
      await terminate(this.#family, { graceMs: stopGraceMs, abandoned: never, isShellGone });
    // The news of the shell's end is a moment behind the end itself.
    for (let waited = 0; !isShellGone() && waited < 1000; waited += pollMs) await pause(pollMs);
    await this.#complete();
  }

  async #complete(): Promise<void> {
    await this.#live.drain(drainMs);
    this.#live.leaveTo(undefined);
    this.output.end();
  }
}
