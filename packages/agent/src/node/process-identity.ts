import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { errorCode } from "./file-system.ts";

/**
 * Enough to tell a process from a later one with the same number. The last three are known on Linux only: ticks since
 * boot at which the process started, the boot, and the process namespace.
 */
export interface ProcessIdentity {
  readonly pid: number;
  readonly host: string;
  readonly startedAt?: string | undefined;
  readonly bootId?: string | undefined;
  readonly namespace?: string | undefined;
}

/** The identity of this process. What is in `/proc` is in memory: nothing here waits for a disk. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    host: hostname(),
    startedAt: processStatus(process.pid)?.startedAt,
    bootId: textOrNothing(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8")),
    namespace: textOrNothing(() => readlinkSync("/proc/self/ns/pid")),
  };
}

/**
 * Whether a process may still be there. One on another machine, or in a process namespace we cannot see into, counts
 * as there: nothing here can prove that it is not.
 */
export function mayBeAlive(holder: ProcessIdentity): boolean {
  const own = ownIdentity();
  const sameBoot = holder.bootId !== undefined && holder.bootId === own.bootId;
  if (!sameBoot && holder.host !== own.host) return true;
  // The same machine, started again since: nothing of before is left.
  if (!sameBoot && holder.bootId !== undefined && own.bootId !== undefined) return false;
  if (holder.namespace !== own.namespace) return true;
  if (!isRunning(holder.pid)) return false;
  const status = processStatus(holder.pid);
  if (status === undefined) return true;
  // A zombie has run its course and only waits for its parent; another start time is another process.
  if (status.state === "Z" || status.state === "X") return false;
  return holder.startedAt === undefined || holder.startedAt === status.startedAt;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, and belongs to somebody else.
    return errorCode(error) !== "ESRCH";
  }
}

function processStatus(pid: number): { state: string; startedAt: string } | undefined {
  const text = textOrNothing(() => readFileSync(`/proc/${pid}/stat`, "utf8"));
  // The name in parentheses may hold anything; the fields after it start with the state, the third of all.
  const fields = text?.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, startedAt] = [fields?.[0], fields?.[19]];
  return state === undefined || startedAt === undefined ? undefined : { state, startedAt };
}

/** Not every system has these files; what is not known is left out. */
function textOrNothing(read: () => string): string | undefined {
  try {
    return read().trim();
  } catch {
    return undefined;
  }
}
