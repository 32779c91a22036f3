import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { userFolders } from "@tau-ts/coding";
import type { RunArguments } from "./arguments/run-arguments.ts";
import { checkNamedModels } from "./check-named-models.ts";
import { checkNamedPaths } from "./check-named-paths.ts";
import { CommandError } from "./command-error.ts";
import { commandIo } from "./command-io.ts";
import type { CommandIo } from "./command-io.ts";
import { exitCodeOf, messageOf } from "./failure.ts";
import { canEditLines, isTerminal } from "./is-terminal.ts";
import { StopSignals } from "./stop-signals.ts";
import type { Work } from "./work.ts";

/** From the request to end until this process is gone, whatever still hangs, in milliseconds. */
const patienceMs = 850;

/** Does what the command line asks for and ends the process when all output was written. */
export async function runCommand(given: RunArguments): Promise<void> {
  const io = commandIo(process);
  const signals = new StopSignals(process);
  const crash = whenCrashed(io, signals);
  const work = async (): Promise<number> => {
    const code = await perform(given, io, signals);
    await Promise.all([io.stdout.flush(), io.stderr.flush()]);
    return code;
  };
  process.exit(await Promise.race([work(), outOfPatience(signals), crash]));
}

/** Resolves with the exit code some time after a request to end: a reader or a disk that hangs must not keep us. */
function outOfPatience(signals: StopSignals): Promise<number> {
  return new Promise((leave) => {
    signals.ended.addEventListener("abort", () => {
      setTimeout(() => leave(signals.exitCode ?? 1), patienceMs);
    });
  });
}

/**
 * Resolves with 1 some time after an error that nobody caught: it is told of, and the run gets the time that a signal
 * gives it to kill what it started and to close its session.
 */
function whenCrashed(io: CommandIo, signals: StopSignals): Promise<number> {
  return new Promise((leave) => {
    const crash = (error: unknown): void => {
      io.notify(`a fault of the command itself, please report it: ${stackOf(error)}`);
      signals.crash();
      setTimeout(() => leave(1), patienceMs);
    };
    process.on("uncaughtException", crash);
    process.on("unhandledRejection", crash);
  });
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? messageOf(error)) : String(error);
}

/** Resolves with the exit code; never rejects. */
async function perform(given: RunArguments, io: CommandIo, signals: StopSignals): Promise<number> {
  try {
    const cwd = await workingFolder(given.cwd);
    await checkNamedPaths(given, cwd);
    const variables = process.env;
    const { home, tauHome } = userFolders({ environment: variables });
    const work: Work = { given, cwd, home, tauHome, variables, io, signals };
    await checkNamedModels(work);
    if (given.mode === "rpc") return await (await import("./run-rpc.ts")).runRpc(work);
    if (!given.isPrint && isTerminal("stdin") && isTerminal("stdout")) {
      if (canEditLines(variables))
        return await (await import("./run-terminal.ts")).runTerminal(work);
      return await (await import("./run-lines.ts")).runLines(work);
    }
    return await (await import("./run-print.ts")).runPrint(work);
  } catch (error) {
    if (signals.exitCode !== undefined) return signals.exitCode;
    io.notify(messageOf(error));
    return exitCodeOf(error);
  }
}

/** The folder with links resolved, so that its sessions are found by whatever name it is called. */
async function workingFolder(given: string | undefined): Promise<string> {
  if (given === undefined) return process.cwd();
  const path = resolve(given);
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    (error: NodeJS.ErrnoException) => {
      throw new CommandError(
        "usage",
        `--cwd ${JSON.stringify(given)} cannot be used: ${reasons[error.code ?? ""] ?? error.message}.`,
        { cause: error },
      );
    },
  );
  if (!isFolder)
    throw new CommandError("usage", `--cwd ${JSON.stringify(given)} is a file, not a folder.`);
  return realpath(path);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such folder",
  EACCES: "permission was denied",
  ENOTDIR: "a part of the path is a file",
};
