import { readFileSync, readdirSync } from "node:fs";

/** The pids of living processes whose command line contains `text` (Linux). Costs a few milliseconds. */
export function alive(text: string): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter(
      (pid) => read(pid, "cmdline").includes(text) && !/^State:\s+[ZX]/m.test(read(pid, "status")),
    )
    .map(Number);
}

/** Empty when the process ended meanwhile. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}
