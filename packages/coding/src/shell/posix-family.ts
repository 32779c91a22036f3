import { errorCode } from "../errors.ts";
import type { CommandFamily, StopSignal } from "./command-family.ts";
import type { BackgroundProcess } from "./job.ts";
import type { ProcessRow, ProcessTable } from "./process-table.ts";

/** What the processes of one command are told from all others by. */
export interface FamilyName {
  /** The process group, which is the shell's pid. */
  readonly group: number;
  /** A text that stands in the environment of the shell and of everything it starts. */
  readonly marker: string;
}

/**
 * All processes of one command where there are process groups: its group, whoever bears its marker, and whoever descended
 * from these when it was last looked at. A process that left the group (`setsid`) is known by its marker, one that dropped
 * its environment too by its parents, as long as it was seen before they died.
 *
 * Pids and group ids are used again by the system. So a pid counts only together with its start time, and a group only
 * while its shell, or anybody else in it who is known to belong here, is alive: as long as it has a member, its id is not
 * given to another.
 */
export class PosixFamily implements CommandFamily {
  readonly #name: FamilyName;
  readonly #table: ProcessTable;
  /** Relatives that were there at the last look, by pid, with their start times. */
  #seen = new Map<number, string>();
  /** Who was there at the last look and bears another marker or none: that never changes. By pid, with start times. */
  #strangers = new Map<number, string>();

  constructor(name: FamilyName, table: ProcessTable) {
    this.#name = name;
    this.#table = table;
  }

  /** The living members now. Whoever is found here is known as a relative at the next look. */
  members(isGroupOurs: boolean): readonly ProcessRow[] {
    const rows = this.#table.rows();
    const found = new Map<number, string>();
    const add = ({ pid, started }: ProcessRow): void => void found.set(pid, started);
    for (const row of rows) if (this.#isRelative(row)) add(row);
    const ownsGroup = isGroupOurs || rows.some((row) => this.#isInGroup(row) && found.has(row.pid));
    if (ownsGroup) for (const row of rows) if (this.#isInGroup(row)) add(row);
    // Children may stand before their parents in the table: repeat until nobody is added.
    for (let before = -1; before !== found.size;) {
      before = found.size;
      for (const row of rows) if (found.has(row.parent)) add(row);
    }
    this.#seen = found;
    this.#strangers = new Map(
      rows
        .filter((row) => this.#strangers.get(row.pid) === row.started && !found.has(row.pid))
        .map(({ pid, started }) => [pid, started]),
    );
    return rows.filter((row) => !row.isZombie && found.has(row.pid));
  }

  /**
   * Sends a signal to every member. The members are listed first: once a parent is dead its children cannot be told from
   * strangers. Then the group gets it as a whole, so that nobody in it can fork in between. Before they are killed all are
   * frozen: some systems deliver to one after the other, and a shell whose child died first would start the next command.
   */
  signal(signal: StopSignal, isGroupOurs: boolean): void {
    const members = this.members(isGroupOurs);
    if (signal === "SIGKILL") this.#send(members, "SIGSTOP", isGroupOurs);
    this.#send(members, signal, isGroupOurs);
  }

  background(isGroupOurs: boolean): readonly BackgroundProcess[] {
    if (!isAnyoneIn(this.#name.group)) return [];
    return this.members(isGroupOurs)
      .filter((row) => this.#isInGroup(row))
      .map((row) => this.#describe(row));
  }

  waitedFor(program: string): readonly BackgroundProcess[] {
    const shell = this.#name.group;
    // A shell becomes its last command if it can: then it is busy itself.
    const isShell = this.#table.commandLine(shell).startsWith(`${program} `);
    if (!isShell || this.#table.isBackground(shell) !== false) return [];
    const others = this.members(true).filter(({ pid }) => pid !== shell);
    const isWaiting = others.every(({ pid }) => this.#table.isBackground(pid) === true);
    return isWaiting ? others.map((row) => this.#describe(row)) : [];
  }

  #send(members: readonly ProcessRow[], signal: NodeJS.Signals, isGroupOurs: boolean): void {
    const { group } = this.#name;
    if (isGroupOurs || members.some((row) => this.#isInGroup(row))) send(-group, signal);
    for (const row of members) if (!this.#isInGroup(row)) send(row.pid, signal);
  }

  #isInGroup({ group }: ProcessRow): boolean {
    return group === this.#name.group;
  }

  #describe({ pid, group }: ProcessRow): BackgroundProcess {
    return { pid, group, command: this.#table.commandLine(pid) };
  }

  /** By acquaintance or by marker. */
  #isRelative({ pid, started }: ProcessRow): boolean {
    if (this.#seen.get(pid) === started) return true;
    if (this.#strangers.get(pid) === started) return false;
    const answer = this.#table.hasMarker(pid, this.#name.marker);
    if (answer === false) this.#strangers.set(pid, started);
    return answer === true;
  }
}

/** Whether a process group has any member; one that only waits to be reaped counts. Costs one system call. */
function isAnyoneIn(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

function send(target: number, signal: NodeJS.Signals): void {
  try {
    process.kill(target, signal);
  } catch (error) {
    // ESRCH: gone already. EPERM: it runs as somebody else, and nobody but them or the superuser may end it.
    const code = errorCode(error);
    if (code !== "ESRCH" && code !== "EPERM") throw error;
  }
}
