import { errorCode } from "../errors.ts";
import type { CommandFamily, StopSignal } from "./command-family.ts";
import type { BackgroundProcess } from "./job.ts";
import type { ProcessRow } from "./process-table.ts";

/** What is asked of Windows; synchronous, since it is also asked while the host exits. */
export interface WindowsProcesses {
  isAlive(pid: number): boolean;
  /** Runs `taskkill` with these arguments. That there is nothing left to kill is no failure. */
  taskkill(args: readonly string[]): void;
}

const windowsProcesses: WindowsProcesses = {
  isAlive(pid) {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return errorCode(error) === "EPERM";
    }
  },
  taskkill(args) {
    const { spawnSync } = process.getBuiltinModule("node:child_process");
    spawnSync("taskkill", args, { stdio: "ignore", windowsHide: true, timeout: 2000 });
  },
};

/**
 * The processes of a command on Windows. There are no process groups and no signals that ask: `taskkill /T /F` ends the
 * shell and all descendants whose parents are still alive. What a command that ended by itself left running is not known.
 */
export class WindowsFamily implements CommandFamily {
  readonly #pid: number;
  readonly #processes: WindowsProcesses;

  constructor(pid: number, processes: WindowsProcesses = windowsProcesses) {
    this.#pid = pid;
    this.#processes = processes;
  }

  /** The shell, as long as its pid is certainly its own. */
  members(isGroupOurs: boolean): readonly ProcessRow[] {
    if (!isGroupOurs || !this.#processes.isAlive(this.#pid)) return [];
    return [{ pid: this.#pid, parent: 0, group: this.#pid, started: "", isZombie: false }];
  }

  signal(_signal: StopSignal, isGroupOurs: boolean): void {
    if (isGroupOurs) this.#processes.taskkill(["/PID", String(this.#pid), "/T", "/F"]);
  }

  background(): readonly BackgroundProcess[] {
    return [];
  }

  waitedFor(): readonly BackgroundProcess[] {
    return [];
  }
}
