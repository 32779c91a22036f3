import { readFileSync, readdirSync } from "node:fs";

/** One process, as the system lists it. */
export interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Tells a process from a later one with the same pid. */
  readonly started: string;
  /** Over, and waiting for its parent to notice. */
  readonly isZombie: boolean;
}

/** What the system tells about processes. Everything is synchronous: it is also asked while the host exits. */
export interface ProcessTable {
  rows(): readonly ProcessRow[];
  /** Whether the environment a process was started with contains `marker`. Undefined when the system does not tell. */
  hasMarker(pid: number, marker: string): boolean | undefined;
  /**
   * Whether a process was started with `&`: shells without job control make such children deaf to SIGINT and SIGQUIT.
   * Undefined when the system does not tell.
   */
  isBackground(pid: number): boolean | undefined;
  /** The command line, or an empty string when it is not known. */
  commandLine(pid: number): string;
}

/** The table of this machine: `/proc` on Linux, `ps` elsewhere. */
export function systemProcessTable(platform: NodeJS.Platform = process.platform): ProcessTable {
  return platform === "linux" ? procTable : psTable;
}

const procTable: ProcessTable = {
  rows() {
    const rows: ProcessRow[] = [];
    for (const name of readdirSync("/proc")) {
      if (!/^\d+$/.test(name)) continue;
      const row = parseStat(readProc(`/proc/${name}/stat`));
      if (row) rows.push(row);
    }
    return rows;
  },
  hasMarker(pid, marker) {
    const environment = readProc(`/proc/${pid}/environ`);
    // Empty also for a moment while a process changes its program: that is not a no.
    return environment === "" ? undefined : environment.includes(marker);
  },
  isBackground: (pid) => ignoresInterrupts(readProc(`/proc/${pid}/status`)),
  commandLine: (pid) => readProc(`/proc/${pid}/cmdline`).replaceAll("\0", " ").trim(),
};

/** Empty when the process is gone, or is somebody else's: either way there is nothing to know about it. */
function readProc(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/** Reads `/proc/PID/stat`. The name in parentheses may itself contain spaces and parentheses. */
export function parseStat(text: string): ProcessRow | undefined {
  const end = text.lastIndexOf(")");
  const pid = Number.parseInt(text, 10);
  const [state, parent, group, ...rest] = text.slice(end + 2).split(" ");
  const started = rest[16];
  if (end < 0 || Number.isNaN(pid) || started === undefined) return undefined;
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    started,
    isZombie: state === "Z" || state === "X",
  };
}

/** Reads the mask of ignored signals in `/proc/PID/status`; signal N is bit N-1. */
function ignoresInterrupts(status: string): boolean | undefined {
  const mask = /^SigIgn:\s*([0-9a-f]+)$/m.exec(status)?.[1];
  if (mask === undefined) return undefined;
  const interruptAndQuit = 0b110n;
  return (BigInt(`0x${mask}`) & interruptAndQuit) === interruptAndQuit;
}

const psTable: ProcessTable = {
  rows: () => parsePs(ps(["-A", "-o", "pid=,ppid=,pgid=,state=,lstart="])),
  hasMarker: () => undefined,
  isBackground: () => undefined,
  commandLine: (pid) => ps(["-o", "command=", "-p", String(pid)]).trim(),
};

function ps(args: readonly string[]): string {
  const { spawnSync } = process.getBuiltinModule("node:child_process");
  const answer = spawnSync("ps", args, {
    encoding: "utf8",
    env: { ...process.env, LC_ALL: "C" },
    timeout: 2000,
  });
  return answer.stdout ?? ""; // No `ps`: nothing is known, and groups are all that can be signalled.
}

/** Reads the lines of `ps -o pid=,ppid=,pgid=,state=,lstart=`. */
export function parsePs(text: string): ProcessRow[] {
  const rows: ProcessRow[] = [];
  for (const line of text.split("\n")) {
    const fields = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(line);
    if (!fields) continue;
    const [, pid, parent, group, state = "", started = ""] = fields;
    rows.push({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      started,
      isZombie: state.startsWith("Z"),
    });
  }
  return rows;
}
