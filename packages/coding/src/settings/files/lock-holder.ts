import { readFile, readlink } from "node:fs/promises";
import { hostname } from "node:os";
import { isJsonObject } from "@tau-ts/ai";
import { errorCode } from "../../errors.ts";

/** A process, as another one can tell whether it is over. */
export interface ProcessMark {
  readonly pid: number;
  /** The machine, its boot and its process namespace: within one place, process ids mean the same. */
  readonly place: string;
  /** Tells the process from a later one with the same id; empty where the system does not say. */
  readonly startedAt: string;
}

/** What a lock file says about who made it. */
export interface LockHolder extends ProcessMark {
  /** Tells this lock from every other, of the same process too. */
  readonly token: string;
}

/** This process. */
export async function ownMark(): Promise<ProcessMark> {
  const [boot, namespace, startedAt] = await Promise.all([
    textOrNothing(readFile("/proc/sys/kernel/random/boot_id", "utf8")),
    textOrNothing(readlink("/proc/self/ns/pid")),
    startOf(process.pid),
  ]);
  return {
    pid: process.pid,
    place: [hostname(), boot, namespace].join(" ").trim(),
    startedAt,
  };
}

/** `undefined` when the text is not, or not yet, a whole lock. */
export function parseHolder(text: string): LockHolder | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined; // Half written: the caller goes by its age.
  }
  if (!isJsonObject(value)) return undefined;
  const { pid, place, startedAt, token } = value;
  if (typeof pid !== "number" || typeof place !== "string") return undefined;
  if (typeof startedAt !== "string" || typeof token !== "string") return undefined;
  return { pid, place, startedAt, token };
}

/** Whether a holder's process is over. `undefined`: it is somewhere that cannot be looked into from here. */
export async function isOver(holder: ProcessMark, own: ProcessMark): Promise<boolean | undefined> {
  if (holder.place !== own.place) return undefined;
  if (!isRunning(holder.pid)) return true;
  return holder.startedAt !== "" && holder.startedAt !== (await startOf(holder.pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH"; // EPERM: it runs, and is somebody else's.
  }
}

/** Ticks since boot at which a process started. A zombie has run its course, so it has none. */
async function startOf(pid: number): Promise<string> {
  const text = await textOrNothing(readFile(`/proc/${pid}/stat`, "utf8"));
  // The name in parentheses may hold anything. The fields after it begin with the state.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" ? "" : (fields[19] ?? "");
}

/** Not every system has these files. */
async function textOrNothing(text: Promise<string>): Promise<string> {
  try {
    return (await text).trim();
  } catch {
    return "";
  }
}
