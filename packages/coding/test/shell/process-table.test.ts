import { execFileSync, spawn } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { commandEnvironment } from "../../src/shell/environment.ts";
import { PosixFamily } from "../../src/shell/posix-family.ts";
import { parsePs, parseStat, systemProcessTable } from "../../src/shell/process-table.ts";
import type { ProcessRow, ProcessTable } from "../../src/shell/process-table.ts";
import { eventually, uniqueSleep } from "../support/processes.ts";

describe("process tables", () => {
  it("C6.11 a program's name cannot confuse the fields of /proc/PID/stat", () => {
    const fields = Array.from({ length: 49 }, (_, index) => String(index + 4));
    const text = `12 (a) S (b) Z ${fields.join(" ")}`;
    expect(parseStat(text)).toEqual({
      pid: 12,
      parent: 4,
      group: 5,
      started: "22",
      isZombie: true,
    });
    expect(parseStat("")).toBeUndefined();
  });

  it.each(["linux", "darwin"] as const)(
    "C6.11 this process is listed, as read on %s",
    (platform) => {
      const rows = systemProcessTable(platform).rows();
      const own = rows.find((row) => row.pid === process.pid);
      expect(own).toMatchObject({ parent: process.ppid, isZombie: false });
      expect(own?.started).not.toBe("");
    },
  );

  it("PEER 36 on Linux a process that was started with & is known, elsewhere nothing is", async () => {
    const sleep = uniqueSleep();
    const child = spawn("/bin/sh", ["-c", `${sleep.command} & wait`], { detached: true });
    const { pid } = child;
    if (pid === undefined) throw new Error("not started");
    onTestFinished(() => void process.kill(-pid, "SIGKILL"));
    await eventually(() => sleep.sleeping().length === 1);
    const table = systemProcessTable();
    const [background = 0] = sleep.sleeping();
    expect([table.isBackground(background), table.isBackground(pid)]).toEqual([true, false]);
    expect(systemProcessTable("darwin").isBackground(pid)).toBeUndefined();
  });

  it("C6.11 lines of ps are read", () => {
    const text =
      "    1     0     1 Ss   Mon Jan  1 10:00:00 2024\n 42 1 40 Z+ Tue Jan  2 10:00:00 2024\nbad\n";
    expect(parsePs(text)).toEqual([
      { pid: 1, parent: 0, group: 1, started: "Mon Jan  1 10:00:00 2024", isZombie: false },
      { pid: 42, parent: 1, group: 40, started: "Tue Jan  2 10:00:00 2024", isZombie: true },
    ]);
  });
});

describe("a family", () => {
  const row = (pid: number, parent: number, group: number, started = "1"): ProcessRow => ({
    pid,
    parent,
    group,
    started,
    isZombie: false,
  });

  function makeTable(rows: ProcessRow[], marked: readonly number[] = []): ProcessTable {
    return {
      rows: () => rows,
      hasMarker: (pid) => marked.includes(pid),
      isBackground: () => undefined,
      commandLine: () => "",
    };
  }

  it("C6.11 is the group, who bears the marker, and all their descendants", () => {
    const rows = [row(30, 20, 30), row(20, 10, 20), row(10, 1, 10), row(40, 1, 40), row(50, 1, 50)];
    const family = new PosixFamily({ group: 10, marker: "m" }, makeTable(rows, [40]));
    expect(family.members(true).map(({ pid }) => pid)).toEqual([30, 20, 10, 40]);
  });

  it("C6.11 a group counts as long as one of its members is known, although its shell is gone", () => {
    const rows = [row(11, 1, 10), row(12, 11, 10)];
    const family = new PosixFamily({ group: 10, marker: "m" }, makeTable(rows, [12]));
    expect(family.members(false).map(({ pid }) => pid)).toEqual([11, 12]);
  });

  it("C6.11 a pid or a group id that was used again belongs to strangers", () => {
    const rows = [row(10, 1, 10), row(11, 10, 10), row(12, 10, 12)];
    const family = new PosixFamily({ group: 10, marker: "m" }, makeTable(rows));
    expect(family.members(true)).toHaveLength(3);
    rows.splice(0, 3, row(10, 1, 10, "9"), row(11, 10, 10, "9"), row(12, 1, 12));
    expect(family.members(false).map(({ pid }) => pid)).toEqual([12]);
  });
});

it("C6.11 an agent inside a command of another agent stays visible to the outer one", () => {
  const env = commandEnvironment(
    { TAU_COMMAND_ID: "outer", A: "1" },
    { own: { A: "2" }, marker: "inner" },
  );
  expect(env).toMatchObject({ TAU_COMMAND_ID: "outer:inner", A: "2" });
  const printed = execFileSync("env", { env, encoding: "utf8" });
  expect(printed).toContain("TAU_COMMAND_ID=outer:inner");
});
