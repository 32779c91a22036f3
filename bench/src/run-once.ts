import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import type { Command } from "./arguments.ts";
import type { Launcher } from "./launcher.ts";

/** What one run cost. Times in milliseconds, memory in bytes. */
export interface Cost {
  readonly userMs: number;
  readonly systemMs: number;
  /** The largest resident set of any single process of the run. */
  readonly peakBytes: number;
  readonly wallMs: number;
}

/** One run: how it ended (`exit 0`, `SIGSEGV`, `timeout`) and, unless it was killed for its time, its cost. */
export interface Sample {
  readonly ending: string;
  readonly cost?: Cost;
}

/** What a run needs beside its command. */
export interface RunOptions {
  readonly launcher: Launcher;
  /** The environment of the command, before the command's own variables. */
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  readonly timeoutMs: number;
  /** Kills the run; `runOnce` then rejects with the reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Runs one command to its end, without a terminal and with its streams on /dev/null. A run that takes too long, or that
 * `signal` ends, is killed with its process group. Rejects when the command cannot be started.
 */
export async function runOnce(command: Command, options: RunOptions): Promise<Sample> {
  options.signal?.throwIfAborted();
  const { launcher } = options;
  const child = spawn(launcher.program, [...launcher.arguments, ...command.words], {
    // Its own group, so that a kill reaches the launcher, the command and the command's children.
    detached: true,
    env: { ...options.environment, ...command.environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let isTooLate = false;
  const timer = setTimeout(() => {
    isTooLate = true;
    killGroup(child);
  }, options.timeoutMs);
  const kill = (): void => killGroup(child);
  options.signal?.addEventListener("abort", kill, { once: true });
  try {
    const { report, complaints } = await outputOf(child);
    options.signal?.throwIfAborted();
    if (isTooLate) return { ending: "timeout" };
    return readReport(report, complaints, command, launcher);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", kill);
  }
}

async function outputOf(
  child: ChildProcess,
): Promise<{ readonly report: string; readonly complaints: string }> {
  let report = "";
  let complaints = "";
  child.stdout?.setEncoding("utf8").on("data", (text: string) => (report += text));
  child.stderr?.setEncoding("utf8").on("data", (text: string) => (complaints += text));
  // Only the launcher holds these pipes, so `close` does not wait for a process that the command left behind.
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve());
  });
  return { report, complaints };
}

function readReport(
  report: string,
  complaints: string,
  command: Command,
  launcher: Launcher,
): Sample {
  const failure = /^error (.*)\n/.exec(report)?.[1];
  if (failure !== undefined) {
    throw new Error(`cannot run ${command.words[0]}: ${failure}. Check its name and the PATH.`);
  }
  const match = /^(\d+) (\d+) (\d+) (\d+) (\d+)\n$/.exec(report);
  if (!match) {
    throw new Error(
      `cannot measure ${command.name}: ${launcher.name} reported nothing usable. ${complaints.trim()}`,
    );
  }
  const [user = 0, system = 0, peak = 0, wall = 0, status = 0] = match.slice(1).map(Number);
  return {
    ending: endingOf(status),
    cost: {
      userMs: user / 1000,
      systemMs: system / 1000,
      peakBytes: peak * launcher.memoryUnit,
      wallMs: wall / 1000,
    },
  };
}

/** The wait status of POSIX systems: a signal's number in the low seven bits, else the exit code in the next eight. */
function endingOf(status: number): string {
  const signalNumber = status & 0x7f;
  if (signalNumber === 0) return `exit ${status >> 8}`;
  const known = Object.entries(constants.signals).find(([, number]) => number === signalNumber);
  return known?.[0] ?? `signal ${signalNumber}`;
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch (error) {
    // The group ended between the look and the kill.
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}
