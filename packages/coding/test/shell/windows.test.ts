import { describe, expect, it } from "vitest";
import { findShell } from "../../src/shell/find-shell.ts";
import { terminate } from "../../src/shell/terminate.ts";
import { WindowsFamily } from "../../src/shell/windows-family.ts";
import type { WindowsProcesses } from "../../src/shell/windows-family.ts";

function makeProcesses(deathAfter: number): WindowsProcesses & { readonly calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    isAlive: () => calls.length < deathAfter,
    taskkill: (args) => void calls.push(args.join(" ")),
  };
}

describe("a family on Windows", () => {
  it("C6.11 is ended with taskkill, the tree and by force", async () => {
    const processes = makeProcesses(1);
    const family = new WindowsFamily(42, processes);
    expect(family.members(true)).toHaveLength(1);
    const options = { graceMs: 200, abandoned: new AbortController().signal };
    expect(await terminate(family, { ...options, isShellGone: () => false })).toBe(true);
    expect(processes.calls).toEqual(["/PID 42 /T /F"]);
    expect(family.members(true)).toEqual([]);
  });

  it("C6.11 that is abandoned gets it too, again until it is gone", async () => {
    const processes = makeProcesses(3);
    const family = new WindowsFamily(7, processes);
    const options = { graceMs: 200, abandoned: AbortSignal.abort() };
    expect(await terminate(family, { ...options, isShellGone: () => false })).toBe(true);
    expect(processes.calls).toEqual(Array.from({ length: 3 }, () => "/PID 7 /T /F"));
  });

  it("C6.11 whose shell is gone is left alone: the pid may belong to another process", () => {
    const processes = makeProcesses(9);
    const family = new WindowsFamily(7, processes);
    family.signal("SIGKILL", false);
    expect(processes.calls).toEqual([]);
    expect([family.members(false), family.background(), family.waitedFor()]).toEqual([[], [], []]);
  });
});

describe("the shell that runs commands", () => {
  const find = (platform: NodeJS.Platform, searchPath: string, there: readonly string[]): string =>
    findShell({ platform, searchPath, exists: (path) => there.includes(path) });

  it("C6.11 is bash from PATH, else /bin/bash, else sh", () => {
    expect(find("linux", ":rel:/a:/b", ["/b/bash", "/bin/bash"])).toBe("/b/bash");
    expect(find("linux", "/a", ["/bin/bash"])).toBe("/bin/bash");
    expect(find("linux", "/a", [])).toBe("/bin/sh");
  });

  it("C6.11 is on Windows that of Git, not the one of the subsystem for Linux", () => {
    const wsl = "C:\\Windows\\System32\\bash.exe";
    const git = "C:\\Program Files\\Git\\bin\\bash.exe";
    expect(
      find("win32", "C:\\Windows\\System32;D:\\Git\\bin", [wsl, "D:\\Git\\bin\\bash.exe"]),
    ).toBe("D:\\Git\\bin\\bash.exe");
    expect(find("win32", "C:\\Windows\\System32", [wsl, git])).toBe(git);
    expect(find("win32", "", [])).toBe("bash.exe");
  });
});
