import { errorText } from "../errors.ts";
import { JobOutput } from "../output/job-output.ts";
import { JobList } from "./job-list.ts";
import type { BackgroundProcess, Job, JobExit } from "./job.ts";
import type { Shell, ShellExit, ShellRun, ShellStart } from "./shell.ts";
import { StopRequest } from "./stop-request.ts";

/** A command that a {@link MemoryShell} is asked to run. */
export interface MemoryCommand {
  readonly command: string;
  readonly cwd: string;
  /** Aborts when the command is stopped; the shell does not wait for an answer then. */
  readonly signal: AbortSignal;
  /** Prints, at once. */
  print(text: string): void;
}

/** What a command answers: text to print, or an exit code, which is 0 otherwise. */
export type MemoryAnswer = string | number | void;

/** Answers the commands of a {@link MemoryShell}. */
export type MemoryHandler = (command: MemoryCommand) => MemoryAnswer | Promise<MemoryAnswer>;

/**
 * A shell without processes, for tests and for agents that must not run anything: a function answers each command. What
 * the function throws, `run` rejects with; a job prints it and exits with 1.
 */
export class MemoryShell implements Shell {
  readonly jobs: JobList = new JobList();
  readonly #handler: MemoryHandler;
  readonly #commands: string[] = [];

  constructor(handler: MemoryHandler) {
    this.#handler = handler;
  }

  /** Every command so far, jobs too. */
  get commands(): readonly string[] {
    return this.#commands;
  }

  async run(command: string, options: ShellRun): Promise<ShellExit> {
    options.signal.throwIfAborted();
    const { signal, abandoned, timeoutMs } = options;
    using stop = new StopRequest([signal, abandoned], timeoutMs);
    const ended = new AbortController();
    const print = (text: string): void => {
      if (!ended.signal.aborted) options.onOutput(new TextEncoder().encode(text));
    };
    const answer = this.#answer({ command, cwd: options.cwd, signal: ended.signal, print });
    const first = await Promise.race([answer, stop.promise]);
    ended.abort();
    const isStopped = typeof first === "object";
    return {
      exitCode: isStopped ? null : first,
      signal: isStopped ? "SIGTERM" : null,
      timedOut: isStopped && first.kind === "timedOut",
      cancelled: isStopped && first.kind === "cancelled",
      background: [],
    };
  }

  async start(command: string, options: ShellStart): Promise<Job> {
    const job = this.jobs.add((id) => new MemoryJob(id, this.jobs.list().length + 1, command));
    const { cwd } = options;
    const { signal } = job;
    const timeout = new StopRequest([signal], options.timeoutMs);
    void timeout.promise.then((cause) => job.end(stopped(cause.kind === "timedOut")));
    const print = (text: string): void => job.output.push(new TextEncoder().encode(text));
    const answer = this.#answer({ command, cwd, signal, print }).catch((error: unknown) => {
      print(errorText(error));
      return 1;
    });
    void answer.then((exitCode) => {
      timeout[Symbol.dispose]();
      job.end({ exitCode, signal: null, timedOut: false });
    });
    return job;
  }

  /** Settles with the exit code. */
  async #answer(command: MemoryCommand): Promise<number> {
    this.#commands.push(command.command);
    const answer = await this.#handler(command);
    if (typeof answer === "string") command.print(answer);
    return typeof answer === "number" ? answer : 0;
  }
}

function stopped(timedOut: boolean): JobExit {
  return { exitCode: null, signal: "SIGTERM", timedOut };
}

class MemoryJob implements Job {
  readonly id: string;
  readonly pid: number;
  readonly command: string;
  readonly startedMs: number = Date.now();
  readonly output: JobOutput = new JobOutput();
  readonly #stop = new AbortController();
  readonly #ended = Promise.withResolvers<void>();
  #exit: JobExit | undefined;

  constructor(id: string, pid: number, command: string) {
    this.id = id;
    this.pid = pid;
    this.command = command;
  }

  get exit(): JobExit | undefined {
    return this.#exit;
  }

  /** Aborts when the job is stopped or over. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** The first end counts. */
  end(exit: JobExit): void {
    if (this.#exit) return;
    this.#exit = exit;
    this.output.end();
    this.#stop.abort();
    this.#ended.resolve();
  }

  isRunning(): boolean {
    return this.#exit === undefined;
  }

  processes(): readonly BackgroundProcess[] {
    const { pid, command } = this;
    return this.isRunning() ? [{ pid, group: pid, command }] : [];
  }

  async waitForEnd(signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const leave = (): void => resolve();
    if (signal.aborted) leave();
    signal.addEventListener("abort", leave);
    try {
      await Promise.race([promise, this.#ended.promise]);
    } finally {
      signal.removeEventListener("abort", leave);
    }
  }

  async stop(): Promise<void> {
    this.end(stopped(false));
  }
}
