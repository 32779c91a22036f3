import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { Command } from "../src/arguments.ts";
import { findLauncher, launchersFor } from "../src/launcher.ts";
import type { Launcher } from "../src/launcher.ts";
import { runOnce } from "../src/run-once.ts";
import type { RunOptions } from "../src/run-once.ts";

const mebibyte = 1024 * 1024;

function command(...words: [string, ...string[]]): Command {
  return { name: words[0], words, environment: {} };
}

function worksHere(launcher: Launcher): boolean {
  try {
    return findLauncher([launcher]) === launcher;
  } catch {
    return false;
  }
}

function names(platform: string, architecture: string): readonly string[] {
  return launchersFor(platform, architecture).map(({ program }) => program);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tau-ts-bench-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

/** Starts a command that writes its process id and then sleeps, and waits until the id is there. */
async function startSleeper(
  options: RunOptions,
  name: string,
): Promise<{ readonly run: ReturnType<typeof runOnce>; readonly pid: number }> {
  const file = join(folder, name);
  const run = runOnce(command("sh", "-c", `echo $$ > '${file}'; sleep 60 & wait`), options);
  run.catch(() => {}); // observed by the test as soon as the id is there
  const pid = await vi.waitFor(async () => {
    const text = await readFile(file, "utf8");
    expect(text).toMatch(/^\d+\n$/);
    return Number(text);
  }, 10_000);
  return { run, pid };
}

const launchers = launchersFor(process.platform, process.arch).filter(worksHere);

it("a launcher works on this machine", () => {
  expect(launchers.length).toBeGreaterThan(0);
});

describe.each(launchers)("a run under $name", (launcher) => {
  const options: RunOptions = { launcher, environment: process.env, timeoutMs: 30_000 };

  it("reports exit codes and signals as they were", async () => {
    expect((await runOnce(command("true"), options)).ending).toBe("exit 0");
    expect((await runOnce(command("sh", "-c", "exit 3"), options)).ending).toBe("exit 3");
    expect((await runOnce(command("sh", "-c", "kill -SEGV $$"), options)).ending).toBe("SIGSEGV");
  });

  it("counts CPU, memory and wall time of the command", async () => {
    const script = `const b = Buffer.alloc(${100 * mebibyte}, 1); const end = performance.now() + 50; while (performance.now() < end);`;
    const { cost } = await runOnce(command(process.execPath, "-e", script), options);
    expect(cost?.peakBytes).toBeGreaterThan(100 * mebibyte);
    expect(cost?.peakBytes).toBeLessThan(1000 * mebibyte);
    // A busy loop can be preempted, so its 50 ms of wall time are not 50 ms of CPU.
    expect((cost?.userMs ?? 0) + (cost?.systemMs ?? 0)).toBeGreaterThan(10);
    expect(cost?.wallMs).toBeGreaterThanOrEqual(50);
  });

  it("counts descendants that the command waited for", async () => {
    const script = `const b = Buffer.alloc(${100 * mebibyte}, 1)`;
    const shell = command("sh", "-c", `"$0" -e '${script}'; true`, process.execPath);
    expect((await runOnce(shell, options)).cost?.peakBytes).toBeGreaterThan(100 * mebibyte);
  });

  it("hands over words and variables as they are, and discards the output", async () => {
    const script = `process.stdout.write("noise"); process.stderr.write("noise");
      process.exitCode = process.argv[1] === "a b 'c'" && process.env.X === "1" ? 7 : 8;`;
    const { words } = command(process.execPath, "-e", script, "--", "a b 'c'");
    const sample = await runOnce({ name: "n", words, environment: { X: "1" } }, options);
    expect(sample.ending).toBe("exit 7");
  });

  it("rejects when the command cannot be started", async () => {
    await expect(runOnce(command("/no/such/program"), options)).rejects.toThrow(
      "cannot run /no/such/program: No such file or directory",
    );
  });

  it("kills a run that takes too long, with its children, and gives it no cost", async () => {
    const sample = await runOnce(command("sh", "-c", "sleep 60 & wait"), {
      ...options,
      timeoutMs: 50,
    });
    expect(sample).toEqual({ ending: "timeout" });
  });

  it("kills the run and rejects with the reason when its signal aborts", async () => {
    const aborter = new AbortController();
    const { run, pid } = await startSleeper(
      { ...options, signal: aborter.signal },
      launcher.program,
    );
    expect(isAlive(pid)).toBe(true);
    aborter.abort(new Error("enough"));
    await expect(run).rejects.toThrow("enough");
    // The killed shell counts as alive until the system's first process has reaped it.
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 15_000);
  }, 30_000);

  it("does not start when the signal has aborted already", async () => {
    const signal = AbortSignal.abort(new Error("too late"));
    await expect(runOnce(command("true"), { ...options, signal })).rejects.toThrow("too late");
  });
});

describe("launchers", () => {
  it("without a usable one the error says what to install", () => {
    const [first] = launchers;
    if (!first) throw new Error("no launcher");
    const broken = { ...first, program: "/no/such/perl" };
    expect(() => findLauncher([broken])).toThrow("Install python3");
    expect(findLauncher([broken, first])).toBe(first);
  });

  it("perl is used only where the layout of its structures is known", () => {
    expect(names("linux", "x64")).toEqual(["perl", "python3"]);
    expect(names("linux", "riscv64")).toEqual(["python3"]);
    expect(names("darwin", "arm64")).toEqual(["python3"]);
    expect(names("win32", "x64")).toEqual([]);
  });
});
