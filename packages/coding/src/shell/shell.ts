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
  /** Hears what the command prints, stdout and stderr in the order they were written. The chunk may be kept. */
  onOutput(chunk: Uint8Array): void;
}

/** A process that a command left running on purpose (`&`). */
export interface BackgroundProcess {
  readonly pid: number;
  /** The process group it belongs to: `kill -- -GROUP` ends all of it. */
  readonly group: number;
  readonly command: string;
}

/** How a command ended. */
export interface ShellExit {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** The signal's name, such as `SIGTERM`, when one ended it. */
  readonly signal: string | null;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** Empty unless the command ended by itself. */
  readonly background: readonly BackgroundProcess[];
}

/**
 * Where commands run: this machine, a container, another machine. Rejects with `ShellError` when a command could not be
 * started, and with the signal's reason when it had aborted before; however a started command ends is a result.
 */
export interface Shell {
  run(command: string, options: ShellRun): Promise<ShellExit>;
}
