import type { ChildProcessByStdio } from "node:child_process";
import { stat } from "node:fs/promises";
import type { Readable } from "node:stream";
import { ShellError, errorCode, errorText } from "../errors.ts";

/** A shell that has started: nothing on stdin, stdout and stderr in one pipe. */
export type CommandProcess = ChildProcessByStdio<null, Readable, null> & { readonly pid: number };

/** What a command is started with. */
export interface StartOptions {
  readonly shell: string;
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** A shell joins stderr to stdout and becomes the one asked for: one pipe keeps the order in which things were printed. */
const joinOutputs = 'exec "$0" -c "$1" 2>&1';

/**
 * Starts a command in a process group of its own, and returns on the line that started it, so that nothing can happen to
 * the process before its owner knows it. Throws `ShellError` when the system refuses; when it refuses a moment later the
 * answer is not a process but the promise of that error.
 */
export function startCommand(
  command: string,
  options: StartOptions,
): CommandProcess | Promise<ShellError> {
  const { spawn } = process.getBuiltinModule("node:child_process");
  try {
    const isWindows = process.platform === "win32";
    const joiner = isWindows ? options.shell : "/bin/sh";
    const child = spawn(joiner, ["-c", joinOutputs, options.shell, command], {
      cwd: options.cwd,
      env: options.env,
      detached: !isWindows, // There it would open a console window; here it makes the process group.
      windowsHide: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const { promise, resolve } = Promise.withResolvers<ShellError>();
    // Always heard: an error event that nobody hears would end the host.
    child.on("error", (error) => resolve(spawnError(command, options.cwd, error)));
    return isStarted(child) ? child : promise;
  } catch (error) {
    throw spawnError(command, options.cwd, error);
  }
}

function isStarted(child: ChildProcessByStdio<null, Readable, null>): child is CommandProcess {
  return child.pid !== undefined;
}

/** Refuses what cannot be started, with a reason that says more than the system's `ENOENT`. */
export async function checkStart(command: string, cwd: string): Promise<void> {
  if (command.includes("\0"))
    throw new ShellError("command", "Could not run the command: it contains a NUL character.");
  await checkFolder(cwd);
}

async function checkFolder(cwd: string): Promise<void> {
  try {
    if ((await stat(cwd)).isDirectory()) return;
  } catch (error) {
    throw new ShellError(
      "folder",
      `Could not run the command: its working directory ${cwd} cannot be used (${errorCode(error) ?? errorText(error)}). Create it again or use another one.`,
      { cause: error },
    );
  }
  throw new ShellError(
    "folder",
    `Could not run the command: its working directory ${cwd} is a file. Use a folder.`,
  );
}

function spawnError(command: string, cwd: string, error: unknown): ShellError {
  const cause = { cause: error };
  switch (errorCode(error)) {
    case "E2BIG":
      return new ShellError(
        "command",
        `Could not run the command: with ${Buffer.byteLength(command)} bytes it is longer than the system takes. Write it to a file and run that.`,
        cause,
      );
    case "EAGAIN":
    case "EMFILE":
    case "ENFILE":
    case "ENOMEM":
      return new ShellError(
        "spawn",
        `Could not run the command: the system has no resources left for another process (${errorText(error)}). Try again later.`,
        cause,
      );
    case undefined:
    default:
      return new ShellError(
        "spawn",
        `Could not run the command in ${cwd}: ${errorText(error)}.`,
        cause,
      );
  }
}
