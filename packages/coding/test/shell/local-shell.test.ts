import { execFile } from "node:child_process";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { LocalShell } from "../../src/shell/local-shell.ts";
import type { ShellExit } from "../../src/shell/shell.ts";
import { eventually, uniqueSleep } from "../support/processes.ts";

interface Running {
  readonly exit: Promise<ShellExit>;
  readonly shell: LocalShell;
  /** What was printed so far. */
  output(): string;
  cancel(): void;
  abandon(): void;
}

function start(command: string, timeoutMs?: number): Running {
  const shell = new LocalShell();
  onTestFinished(() => shell.dispose());
  const soft = new AbortController();
  const hard = new AbortController();
  let output = "";
  const exit = shell.run(command, {
    cwd: "/",
    signal: soft.signal,
    abandoned: hard.signal,
    timeoutMs,
    onOutput: (chunk) => {
      output += Buffer.from(chunk).toString();
    },
  });
  const cancel = (): void => soft.abort();
  return { exit, shell, output: () => output, cancel, abandon: () => hard.abort() };
}

/** Milliseconds from `act` to the end of the command. */
async function timed(running: Running, act: () => void): Promise<number> {
  const started = performance.now();
  act();
  await running.exit;
  return performance.now() - started;
}

describe("a soft stop", () => {
  it.each([
    ["children in the background", (sleep: string) => `bash -c '${sleep} & ${sleep} & wait'`, 2],
    ["a pipeline", (sleep: string) => `${sleep} | cat`, 1],
    ["a subshell of a subshell", (sleep: string) => `( ( ${sleep}; : ); : ); :`, 1],
  ] as const)("F30 ends grandchildren: %s", async (_, command, count) => {
    const sleep = uniqueSleep();
    const running = start(command(sleep.command));
    await eventually(() => sleep.pids().length >= count);
    expect(await timed(running, () => running.cancel())).toBeLessThan(500);
    expect(sleep.pids()).toEqual([]);
    expect(await running.exit).toMatchObject({ cancelled: true, background: [] });
  });

  it("F34 kills after 200 ms what ignores SIGTERM", async () => {
    const sleep = uniqueSleep();
    const running = start(`trap '' TERM INT; echo ready; ${sleep.command}`);
    await eventually(() => running.output() === "ready\n" && sleep.pids().length > 0);
    const milliseconds = await timed(running, () => running.cancel());
    expect(milliseconds).toBeGreaterThanOrEqual(195);
    expect(milliseconds).toBeLessThan(600);
    expect(sleep.pids()).toEqual([]);
    expect(await running.exit).toMatchObject({ signal: "SIGKILL", cancelled: true });
  });

  it("F34 a child that ignores SIGTERM dies although its shell went at once", async () => {
    const sleep = uniqueSleep();
    const stubborn = `sh -c 'trap "" TERM; echo ready; ${sleep.command}; ${sleep.command}' & wait`;
    const running = start(stubborn);
    await eventually(() => running.output() === "ready\n");
    expect(await timed(running, () => running.cancel())).toBeLessThan(600);
    expect(sleep.pids()).toEqual([]);
  });

  it("C6.11 lets a command tidy up within the grace", async () => {
    const running = start(
      "trap 'echo tidy; exit 4' TERM; echo ready; while :; do sleep 0.01; done",
    );
    await eventually(() => running.output() === "ready\n");
    running.cancel();
    expect(await running.exit).toMatchObject({ exitCode: 4, cancelled: true });
    expect(running.output()).toContain("tidy\n");
  });

  it("C6.11 finds who left the group, by its marker or by its parents", async () => {
    const marked = uniqueSleep();
    const bare = uniqueSleep();
    const running = start(`setsid ${marked.command} & env -i setsid ${bare.command} & wait`);
    await eventually(() => marked.pids().length > 0 && bare.pids().length > 0);
    expect(await timed(running, () => running.cancel())).toBeLessThan(600);
    expect([...marked.pids(), ...bare.pids()]).toEqual([]);
  });

  it("PEER 30 is not held up by somebody outside the group who goes on printing", async () => {
    const sleep = uniqueSleep();
    const talker = `setsid sh -c 'trap "" TERM; while :; do echo x; sleep 0.05; done; ${sleep.command}' & sleep 0.1; ${sleep.command}`;
    const running = start(talker);
    await eventually(() => running.output().includes("x\nx\n"));
    expect(await timed(running, () => running.cancel())).toBeLessThan(600);
    expect(sleep.pids()).toEqual([]);
  });

  it("C5.1 before the start means no start", async () => {
    const shell = new LocalShell();
    const reason = new Error("no");
    const options = { cwd: "/", abandoned: AbortSignal.abort(), onOutput: () => undefined };
    await expect(
      shell.run("echo x", { ...options, signal: AbortSignal.abort(reason) }),
    ).rejects.toBe(reason);
  });
});

describe("a hard stop", () => {
  it("C6.11 kills the group at once, without SIGTERM first", async () => {
    const sleep = uniqueSleep();
    const running = start(`trap 'echo heard' TERM; echo ready; ${sleep.command} & wait`);
    await eventually(() => running.output() === "ready\n" && sleep.pids().length > 0);
    expect(await timed(running, () => running.abandon())).toBeLessThan(100);
    expect(sleep.pids()).toEqual([]);
    expect(running.output()).toBe("ready\n");
    expect(await running.exit).toMatchObject({ signal: "SIGKILL", cancelled: true });
  });

  it("C6.11 cuts the grace of a soft stop short", async () => {
    const sleep = uniqueSleep();
    const running = start(`trap '' TERM; echo ready; ${sleep.command}`);
    await eventually(() => running.output() === "ready\n" && sleep.pids().length > 0);
    running.cancel();
    expect(await timed(running, () => running.abandon())).toBeLessThan(190);
    expect(sleep.pids()).toEqual([]);
  });
});

describe("the end of a command", () => {
  it("PEER 30 output written right before the end is there, however much it is", async () => {
    const running = start("head -c 5000000 /dev/zero | tr '\\0' x; echo end");
    await running.exit;
    expect(running.output().length).toBe(5_000_004);
    expect(running.output().endsWith("xend\n")).toBe(true);
  });

  it("C6.11 background jobs survive a later stop and end with dispose", async () => {
    const sleep = uniqueSleep();
    const running = start(`${sleep.command} & echo hi`);
    const { background } = await running.exit;
    expect(background.map(({ pid }) => pid)).toEqual(sleep.pids());
    running.cancel();
    running.abandon();
    expect(sleep.pids()).toHaveLength(1);
    await running.shell.dispose();
    expect(sleep.pids()).toEqual([]);
  });

  it("C5.3 leaves no listener, neither on the signals nor on the host", async () => {
    const before = process.listenerCount("exit");
    const limit = process.getMaxListeners();
    const shell = new LocalShell();
    const soft = new AbortController();
    const { signal } = soft;
    let added = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => (added++, add(...args));
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (added--, remove(...args));
    const options = { cwd: "/", signal, abandoned: new AbortController().signal };
    const running = shell.run("sleep 0.05", { ...options, onOutput: () => undefined });
    await eventually(() => process.listenerCount("exit") === before + 1);
    expect(process.getMaxListeners()).toBe(limit + 1);
    await running;
    expect([process.listenerCount("exit"), process.getMaxListeners(), added]).toEqual([
      before,
      limit,
      0,
    ]);
  });

  it("C6.11 falls back to sh, and names a shell that is not there", async () => {
    const output: string[] = [];
    const options = {
      cwd: "/",
      signal: new AbortController().signal,
      abandoned: new AbortController().signal,
      onOutput: (chunk: Uint8Array) => output.push(Buffer.from(chunk).toString()),
    };
    const onOutput = (chunk: Uint8Array): void => void options.onOutput(chunk);
    await new LocalShell({ shell: "/bin/sh" }).run("echo $0", { ...options, onOutput });
    expect(output.join("")).toBe("/bin/sh\n");
    const missing = await new LocalShell({ shell: "/no/shell" }).run("x", { ...options, onOutput });
    expect(missing.exitCode).toBe(127);
  });
});

describe("the host's exit", () => {
  const shellUrl = pathToFileURL(`${import.meta.dirname}/../../src/shell/local-shell.ts`).href;

  it("C6.11 ends what is running and what was left in the background", async () => {
    const running = uniqueSleep();
    const background = uniqueSleep();
    const code = `
      const { LocalShell } = await import(${JSON.stringify(shellUrl)});
      const shell = new LocalShell();
      const never = new AbortController().signal;
      const run = (command, onOutput) => shell.run(command, { cwd: "/", signal: never, abandoned: never, onOutput });
      await run(${JSON.stringify(`${background.command} & true`)}, () => {});
      run(${JSON.stringify(`setsid ${running.command} & echo ready; ${running.command}`)}, () => setTimeout(() => process.exit(7), 100));
    `;
    const host = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code]);
    await expect(host).rejects.toMatchObject({ code: 7, stderr: "" });
    await eventually(() => [...running.pids(), ...background.pids()].length === 0);
  });

  it("C6.11 is not held up by a background job", async () => {
    const background = uniqueSleep();
    const code = `
      const { LocalShell } = await import(${JSON.stringify(shellUrl)});
      const never = new AbortController().signal;
      const exit = await new LocalShell().run(${JSON.stringify(`${background.command} & true`)}, { cwd: "/", signal: never, abandoned: never, onOutput() {} });
      process.stdout.write(String(exit.background.length));
    `;
    const started = performance.now();
    const host = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", code]);
    expect((await host).stdout).toBe("1");
    expect(performance.now() - started).toBeLessThan(5000);
    await eventually(() => background.pids().length === 0);
  });
});
