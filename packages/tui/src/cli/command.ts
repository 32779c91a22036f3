import { realpath, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { chooseModel } from "./choose-model.ts";
import { CommandError } from "./command-error.ts";
import { commandIo } from "./command-io.ts";
import type { CommandIo } from "./command-io.ts";
import type { RunArguments } from "./parse-arguments.ts";
import { StopSignals } from "./stop-signals.ts";
import { isTerminal } from "./terminal.ts";

/** From the request to end until this process is gone, whatever still hangs, in milliseconds. */
const patienceMs = 850;

/** Does what the command line asks for and ends the process when all output was written. */
export async function runCommand(given: RunArguments): Promise<void> {
  const io = commandIo(process);
  const signals = new StopSignals(process);
  const work = async (): Promise<number> => {
    const code = await perform(given, io, signals);
    await Promise.all([io.stdout.flush(), io.stderr.flush()]);
    return code;
  };
  process.exit(await Promise.race([work(), outOfPatience(signals)]));
}

/** Resolves with the exit code some time after a request to end: a reader or a disk that hangs must not keep us. */
function outOfPatience(signals: StopSignals): Promise<number> {
  return new Promise((leave) => {
    signals.ended.addEventListener("abort", () => {
      setTimeout(() => leave(signals.exitCode ?? 1), patienceMs);
    });
  });
}

/** Resolves with the exit code; never rejects. */
async function perform(given: RunArguments, io: CommandIo, signals: StopSignals): Promise<number> {
  try {
    const cwd = await workingFolder(given.cwd);
    const choice = chooseModel(given, process.env);
    const work = { given, cwd, choice, io, signals };
    if (!given.isPrint && isTerminal("stdin") && isTerminal("stdout"))
      return await (await import("./run-lines.ts")).runLines(work);
    return await (await import("./run-print.ts")).runPrint(work);
  } catch (error) {
    if (signals.exitCode !== undefined) return signals.exitCode;
    io.notify(error instanceof Error ? error.message || error.name : String(error));
    return CommandError.isInstance(error) && error.kind === "usage" ? 2 : 1;
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
