import { ShellError } from "../errors.ts";
import { JobOutput } from "../output/job-output.ts";
import type { SpoolOptions } from "../output/spool.ts";
import type { CommandFamily } from "./command-family.ts";
import { commandEnvironment } from "./environment.ts";
import { hostShell } from "./find-shell.ts";
import { JobList } from "./job-list.ts";
import { LiveOutput } from "./live-output.ts";
import { LocalJob } from "./local-job.ts";
import { OwnedFamilies } from "./owned-families.ts";
import { PosixFamily } from "./posix-family.ts";
import { systemProcessTable } from "./process-table.ts";
import type { ProcessTable } from "./process-table.ts";
import type { Shell, ShellExit, ShellRun, ShellStart } from "./shell.ts";
import { checkStart, startCommand } from "./start-command.ts";
import type { CommandProcess } from "./start-command.ts";
import { StopRequest } from "./stop-request.ts";
import { terminate } from "./terminate.ts";
import { pause, startTimer } from "./timers.ts";
import { WindowsFamily } from "./windows-family.ts";

/** How commands are run on this machine. */
export interface LocalShellOptions {
  /** The shell's path. Default: `bash` from `PATH`, else `/bin/sh`. */
  readonly shell?: string | undefined;
  /** Variables laid over the host's environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /**
   * Names of the host's variables that commands see; `LC_*` stands for all that begin so. Default: all but the keys of
   * model providers.
   */
  readonly inheritEnv?: readonly string[] | undefined;
  /** Milliseconds between SIGTERM and SIGKILL. Default 200. */
  readonly killGraceMs?: number | undefined;
  /** Milliseconds that output is still waited for after the shell ended. Default 100. */
  readonly drainMs?: number | undefined;
  /** What is known about processes. Default: this machine's. */
  readonly processTable?: ProcessTable | undefined;
}

/** A shell that cannot be killed is not waited for longer than this. */
const lostAfterMs = 1000;

interface Exit {
  readonly kind: "exited";
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** A command that was started, and everything that came of it. */
interface Started {
  readonly command: string;
  readonly child: CommandProcess;
  readonly family: CommandFamily;
  readonly exit: Promise<Exit>;
}

/**
 * Runs commands on this machine, each in a process group of its own, with nothing on stdin and without the model
 * providers' keys.
 *
 * A command is over when its shell is: what it left running with `&` goes on as a job, is named in the result and belongs
 * to this object until it is stopped, until `dispose`, or until the host's exit. On every other way out nothing of the
 * command survives.
 */
export class LocalShell implements Shell, Disposable, AsyncDisposable {
  readonly jobs: JobList = new JobList();
  readonly #shell: string;
  readonly #options: LocalShellOptions;
  readonly #table: ProcessTable;
  readonly #owned = new OwnedFamilies();
  readonly #running = new Set<Promise<unknown>>();
  #closing = new AbortController();

  constructor(options: LocalShellOptions = {}) {
    this.#options = options;
    this.#shell = options.shell ?? hostShell();
    this.#table = options.processTable ?? systemProcessTable();
  }

  async run(command: string, options: ShellRun): Promise<ShellExit> {
    options.signal.throwIfAborted();
    const started = await this.#start(command, options.cwd, options.signal);
    const running = this.#follow(started, options);
    this.#running.add(running);
    try {
      return await running;
    } finally {
      this.#running.delete(running);
      // Whatever is still alive stays ours: background jobs, and what could not be killed.
      this.#owned.keepBackground(started.family);
    }
  }

  async start(command: string, options: ShellStart): Promise<LocalJob> {
    const { child, family, exit } = await this.#start(command, options.cwd);
    const output = new JobOutput({}, options.spool);
    const live = new LiveOutput(child, (chunk) => output.push(chunk));
    const job = this.jobs.add(
      (id) => new LocalJob({ id, command, pid: child.pid, family, output, live }),
    );
    live.leaveTo((chunk) => output.push(chunk));
    child.unref();
    const { timeoutMs } = options;
    // Like the job itself, it does not keep the host alive.
    const timer =
      timeoutMs === undefined ? undefined : startTimer(timeoutMs, () => void job.timeOut()).unref();
    void exit.then(({ exitCode, signal }) => {
      clearTimeout(timer);
      family.background(true); // Looks at who is in the group while its id is certainly ours.
      job.shellEnded({ exitCode, signal });
      this.#owned.keepBackground(family);
    });
    return job;
  }

  /**
   * Ends everything: commands as a soft stop does, jobs within two seconds. Resolves when nothing is left. The object can
   * be used again.
   */
  async dispose(): Promise<void> {
    this.#closing.abort();
    this.#closing = new AbortController();
    const jobs = this.jobs.list().map((job) => job.stop());
    await Promise.all([...jobs, Promise.allSettled(this.#running)]);
    this[Symbol.dispose]();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.dispose();
  }

  /** Kills everything at once, without asking it to end. */
  [Symbol.dispose](): void {
    this.#owned.killAll();
    this.#owned.prune();
  }

  /** Between the line that starts the process and the one that owns it nothing is waited for. */
  async #start(command: string, cwd: string, signal?: AbortSignal): Promise<Started> {
    const closing = this.#closing.signal;
    this.#owned.prune();
    await checkStart(command, cwd);
    signal?.throwIfAborted();
    if (closing.aborted)
      throw new ShellError(
        "spawn",
        "Could not run the command: the shell was closed before it was started. Run it again if it is still wanted.",
      );
    const marker = crypto.randomUUID();
    const { env: own = {}, inheritEnv } = this.#options;
    const env = commandEnvironment(process.env, { own, marker, inherit: inheritEnv });
    const child = startCommand(command, { shell: this.#shell, cwd, env });
    if (child instanceof Promise) throw await child;
    const family =
      process.platform === "win32"
        ? new WindowsFamily(child.pid)
        : new PosixFamily({ group: child.pid, marker }, this.#table);
    this.#owned.add(family);
    return { command, child, family, exit: exitOf(child) };
  }

  async #follow(started: Started, options: ShellRun): Promise<ShellExit> {
    const { child, family, exit } = started;
    const signals = [options.signal, options.abandoned, this.#closing.signal];
    using stop = new StopRequest(signals, options.timeoutMs);
    const output = new LiveOutput(
      child,
      (chunk) => options.onOutput(chunk),
      (error) => stop.fail(error),
    );
    const first = await Promise.race([exit, stop.promise]);
    if (first.kind === "exited") {
      await output.drain(this.#drainMs);
      const left = this.#leave(started, first, output, options.spool);
      if (output.failure) throw output.failure.error;
      return { ...codes(first), timedOut: false, cancelled: false, ...left };
    }
    const waitedFor = first.kind === "timedOut" ? family.waitedFor(this.#shell) : [];
    const last = await this.#end(started, options.abandoned);
    await output.drain(this.#drainMs);
    output.close();
    if (output.failure) throw output.failure.error;
    const timedOut = first.kind === "timedOut";
    const cancelled = first.kind === "cancelled";
    return { ...codes(last), timedOut, cancelled, background: [], waitedFor };
  }

  /** The command ended by itself: what it left running becomes a job, in the same moment in which it is looked for. */
  #leave(
    { command, family }: Started,
    { exitCode, signal }: Exit,
    live: LiveOutput,
    spool: SpoolOptions | undefined,
  ): Pick<ShellExit, "background" | "job"> {
    const background = family.background(true);
    const [first] = background;
    if (!first) {
      this.#owned.delete(family);
      live.leaveTo(undefined);
      return { background };
    }
    const output = new JobOutput({}, spool);
    const exit = { exitCode, signal, timedOut: false };
    const { pid } = first;
    const job = this.jobs.add(
      (id) => new LocalJob({ id, command, pid, family, output, live, exit }),
    );
    live.leaveTo((chunk) => output.push(chunk));
    return { background, job };
  }

  async #end({ family, exit }: Started, abandoned: AbortSignal): Promise<Exit> {
    let isGone = false;
    void exit.then(() => (isGone = true));
    const graceMs = this.#options.killGraceMs ?? 200;
    const isOver = await terminate(family, { graceMs, abandoned, isShellGone: () => isGone });
    if (isOver) this.#owned.delete(family);
    return within(exit, lostAfterMs);
  }

  get #drainMs(): number {
    return this.#options.drainMs ?? 100;
  }
}

function exitOf(child: CommandProcess): Promise<Exit> {
  const { promise, resolve } = Promise.withResolvers<Exit>();
  child.once("exit", (exitCode, signal) => resolve({ kind: "exited", exitCode, signal }));
  return promise;
}

function codes({ exitCode, signal }: Exit): Pick<ShellExit, "exitCode" | "signal"> {
  return { exitCode, signal };
}

async function within(exit: Promise<Exit>, milliseconds: number): Promise<Exit> {
  const came = new AbortController();
  void exit.then(() => came.abort());
  await pause(milliseconds, came.signal);
  return came.signal.aborted ? exit : { kind: "exited", exitCode: null, signal: null };
}
