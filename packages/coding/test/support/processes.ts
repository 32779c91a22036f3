import { execFileSync } from "node:child_process";
import { onTestFinished } from "vitest";

/** The pids of living processes whose command line contains `text`. */
export function processesWith(text: string): number[] {
  return processes((commandLine) => commandLine.includes(text));
}

function processes(isWanted: (commandLine: string) => boolean): number[] {
  const list = execFileSync("ps", ["-A", "-o", "pid=,stat=,args="], { encoding: "utf8" });
  return list
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , state, args]) => state?.startsWith("Z") === false && isWanted(args ?? ""))
    .map(([, pid]) => Number(pid));
}

export interface UniqueSleep {
  readonly command: string;
  /** Who has it in its command line: the shells that are to run it, too. */
  pids(): number[];
  /** Who is such a `sleep` itself. */
  sleeping(): number[];
}

/**
 * A `sleep` that can be told from every other process by its command line. When the test is over none may be left, and if
 * one is, it is killed and the test fails.
 */
export function uniqueSleep(): UniqueSleep {
  const command = `sleep 300.${String(Math.random()).slice(2)}`;
  onTestFinished(() => {
    const left = processesWith(command);
    for (const pid of left) process.kill(pid, "SIGKILL");
    if (left.length > 0) throw new Error(`left behind: ${command} as ${left.join(", ")}`);
  });
  return {
    command,
    pids: () => processesWith(command),
    sleeping: () => processes((commandLine) => commandLine === command),
  };
}

/** Resolves when `condition` holds. Rejects when it does not within five seconds. */
export async function eventually(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 5000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error("it did not come about within 5 s");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
