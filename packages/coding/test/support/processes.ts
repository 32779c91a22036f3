import { execFileSync } from "node:child_process";
import { onTestFinished } from "vitest";

/** The pids of living processes whose command line contains `text`. */
export function processesWith(text: string): number[] {
  const list = execFileSync("ps", ["-A", "-o", "pid=,stat=,args="], { encoding: "utf8" });
  return list
    .split("\n")
    .filter((line) => line.includes(text))
    .map((line) => line.trim().split(/\s+/, 2))
    .filter(([, state]) => !state?.startsWith("Z"))
    .map(([pid]) => Number(pid));
}

/**
 * A `sleep` that can be told from every other process by its command line. When the test is over none may be left, and if
 * one is, it is killed and the test fails.
 */
export function uniqueSleep(): { readonly command: string; pids(): number[] } {
  const command = `sleep 300.${String(Math.random()).slice(2)}`;
  onTestFinished(() => {
    const left = processesWith(command);
    for (const pid of left) process.kill(pid, "SIGKILL");
    if (left.length > 0) throw new Error(`left behind: ${command} as ${left.join(", ")}`);
  });
  return { command, pids: () => processesWith(command) };
}

/** Resolves when `condition` holds. Rejects when it does not within five seconds. */
export async function eventually(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + 5000;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error("it did not come about within 5 s");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
