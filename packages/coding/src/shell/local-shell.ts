import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { commandEnvironment } from "./environment.ts";
import { Family } from "./family.ts";
import { OwnedFamilies } from "./owned-families.ts";
import { systemProcessTable } from "./process-table.ts";
import type { ProcessTable } from "./process-table.ts";
import type { Shell, ShellExit, ShellRun } from "./shell.ts";
import { checkStart, startCommand } from "./start-command.ts";
import type { CommandProcess } from "./start-command.ts";
import { StopRequest } from "./stop-request.ts";
import { pause, terminate } from "./terminate.ts";

export interface LocalShellOptions {
  /** The shell's path. Default: `bash` from `PATH`, else `/bin/sh`. */
  readonly shell?: string | undefined;
  /** Variables laid over the host's environment. */
  readonly env?: Readonly<Record<string, string>> | undefined;
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

/**
 * Runs commands on this machine (POSIX), each in a process group of its own, with nothing on stdin and without the model
 * providers' keys.
 *
 * A command is over when its shell is: what it left running with `&` goes on, is named in the result and belongs to this
 * object until `dispose` or the host's exit. On every other way out nothing of the command survives.
 */
export class LocalShell implements Shell, Disposable {
  readonly #shell: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #killGraceMs: number;
  readonly #drainMs: number;
  readonly #table: ProcessTable;
  readonly #owned = new OwnedFamilies();

  constructor(options: LocalShellOptions = {}) {
    this.#shell = options.shell ?? findShell(process.env["PATH"] ?? "");
    this.#env = options.env ?? {};
    this.#killGraceMs = options.killGraceMs ?? 200;
    this.#drainMs = options.drainMs ?? 100;
    this.#table = options.processTable ?? systemProcessTable();
  }

  async run(command: string, options: ShellRun): Promise<ShellExit> {
    options.signal.throwIfAborted();
    this.#owned.prune();
    await checkStart(command, options.cwd);
    options.signal.throwIfAborted();
    const marker = crypto.randomUUID();
    const env = commandEnvironment(process.env, this.#env, marker);
    const child = startCommand(command, { shell: this.#shell, cwd: options.cwd, env });
    if (child instanceof Promise) throw await child;
    const family = new Family({ group: child.pid, marker }, this.#table);
    this.#owned.add(family);
    try {
      return await this.#follow(child, family, options);
    } finally {
      // Whatever is still alive stays ours: background jobs, and what could not be killed.
      this.#owned.keepBackground(family);
    }
  }

  /** Kills every command that is running and everything earlier commands left in the background. */
  dispose(): void {
    this.#owned.killAll();
    this.#owned.prune();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  async #follow(child: CommandProcess, family: Family, options: ShellRun): Promise<ShellExit> {
    using stop = new StopRequest([options.signal, options.abandoned], options.timeoutMs);
    const output = new LiveOutput(child, options, stop);
    const exit = exitOf(child);
    const first = await Promise.race([exit, stop.promise]);
    if (first.kind === "exited") {
      await output.drain(this.#drainMs);
      const background = family.background();
      if (background.length === 0) this.#owned.delete(family);
      output.leave();
      if (output.failure) throw output.failure.error;
      return { ...codes(first), timedOut: false, cancelled: false, background };
    }
    let isShellGone = false;
    void exit.then(() => (isShellGone = true));
    const isOver = await terminate(family, {
      graceMs: this.#killGraceMs,
      abandoned: options.abandoned,
      isShellGone: () => isShellGone,
    });
    if (isOver) this.#owned.delete(family);
    const last = await within(exit, lostAfterMs);
    await output.drain(this.#drainMs);
    output.close();
    if (output.failure) throw output.failure.error;
    const kind = first.kind;
    return {
      ...codes(last),
      timedOut: kind === "timedOut",
      cancelled: kind === "cancelled",
      background: [],
    };
  }
}

/** What a command prints, forwarded until the command is over. */
class LiveOutput {
  readonly #child: CommandProcess;
  readonly #stop: StopRequest;
  readonly #done = new AbortController();
  #isForwarding = true;
  failure: { readonly error: unknown } | undefined;

  constructor(child: CommandProcess, listener: Pick<ShellRun, "onOutput">, stop: StopRequest) {
    this.#child = child;
    this.#stop = stop;
    child.stdout.on("data", (chunk: Uint8Array) => {
      if (this.#isForwarding) this.#forward(chunk, listener);
    });
    child.stdout.once("close", () => this.#done.abort());
  }

  /**
   * Waits for the rest of the output, no longer than `milliseconds`: a process left in the background may hold the pipe
   * open for ever. The bound is on time, not on silence, as that process may also talk for ever.
   */
  async drain(milliseconds: number): Promise<void> {
    await pause(milliseconds, this.#done.signal);
    // On a busy host the time can be over before the pipe was looked at once; this lets that happen.
    await setImmediate();
    this.#isForwarding = false;
  }

  /** Goes on reading, into nothing, so that a background job's next line does not end it. The host may exit meanwhile. */
  leave(): void {
    const { stdout } = this.#child;
    if ("unref" in stdout && typeof stdout.unref === "function") stdout.unref();
  }

  close(): void {
    this.#child.stdout.destroy();
  }

  #forward(chunk: Uint8Array, listener: Pick<ShellRun, "onOutput">): void {
    try {
      listener.onOutput(chunk);
    } catch (error) {
      // Thrown on, it would end the host from inside an event.
      this.#isForwarding = false;
      this.failure = { error };
      this.#stop.fail(error);
    }
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

function findShell(searchPath: string): string {
  const folders = searchPath.split(delimiter).filter((folder) => folder.startsWith("/"));
  const candidates = [...folders.map((folder) => join(folder, "bash")), "/bin/bash"];
  return candidates.find((candidate) => existsSync(candidate)) ?? "/bin/sh";
}
