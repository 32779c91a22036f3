import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { LocalShell } from "../../src/shell/local-shell.ts";
import { bashTool } from "../../src/tools/bash.ts";
import { jobsTool } from "../../src/tools/jobs.ts";
import { call } from "../support/call.ts";
import type { Called } from "../support/call.ts";
import { makeFolder } from "../support/files.ts";
import { eventually, uniqueSleep } from "../support/processes.ts";

interface Hands {
  readonly bash: ReturnType<typeof bashTool>;
  readonly cwd: string;
  readonly shell: LocalShell;
  jobs(action: string, id?: string, more?: { timeout: number }): Promise<Called>;
}

function makeHands(): Hands {
  const cwd = makeFolder();
  const shell = new LocalShell();
  onTestFinished(() => shell.dispose());
  const jobs = jobsTool({ cwd, shell });
  return {
    bash: bashTool({ cwd, shell, spoolFolder: cwd }),
    cwd,
    shell,
    jobs: (action, id, more) =>
      call(jobs, { action, ...(id === undefined ? {} : { id }), ...more }),
  };
}

describe("a job", () => {
  it("C6.11 is started at once and on the list before anybody waits for anything", async () => {
    const sleep = uniqueSleep();
    const { bash, jobs, shell } = makeHands();
    const started = await call(bash, { command: sleep.command, background: true });
    expect(started.milliseconds).toBeLessThan(1000);
    expect(started.text).toMatch(/^Started job-1 in the background \(pid \d+\)\. Use jobs to read/);
    expect(started.details).toEqual({
      exitCode: null,
      signal: null,
      timedOut: false,
      cancelled: false,
      jobId: "job-1",
    });
    expect(shell.jobs.list().map(({ id }) => id)).toEqual(["job-1"]);
    const { text, details } = await jobs("list");
    expect(text).toMatch(new RegExp(`^job-1 is running for \\d s: ${sleep.command}$`));
    expect(details["jobs"]).toMatchObject([{ id: "job-1", running: true, exitCode: null }]);
  });

  it("C6.11 survives the interrupt of the call that started it, soft and hard", async () => {
    const sleep = uniqueSleep();
    const { bash, jobs } = makeHands();
    const soft = new AbortController();
    const hard = new AbortController();
    const signals = { signal: soft.signal, abandoned: hard.signal };
    await call(bash, { command: sleep.command, background: true }, signals);
    await call(bash, { command: `${sleep.command} & true` }, signals);
    soft.abort();
    hard.abort();
    const other = new AbortController();
    const running = call(bash, { command: sleep.command }, { signal: other.signal });
    await eventually(() => sleep.sleeping().length >= 3);
    other.abort();
    await running;
    expect((await jobs("list")).text.match(/is running/g)).toHaveLength(2);
  });

  it("C6.11 is read piece by piece, each output once, and says how it ended", async () => {
    const { bash, cwd, jobs } = makeHands();
    const wait = (name: string): string => `until [ -e ${name} ]; do sleep 0.01; done`;
    const command = `echo one; ${wait("a")}; echo two; ${wait("b")}; echo three; exit 3`;
    await call(bash, { command, background: true });
    const pieces: string[] = [];
    const read = async (until: string): Promise<void> => {
      for (let round = 0; round < 500 && !pieces.join("").includes(until); round++) {
        const { text } = await jobs("read", "job-1");
        pieces.push(text.replace(/\(no output\)|\n*\[job-1[^]*\]$/g, ""));
        await setTimeout(10);
      }
    };
    await read("one");
    writeFileSync(join(cwd, "a"), "");
    await read("two");
    writeFileSync(join(cwd, "b"), "");
    const last = await jobs("wait", "job-1");
    expect(pieces.filter((piece) => piece !== "")).toEqual(["one", "two"]);
    expect(last.text).toBe("three\n\n[job-1 ended with exit code 3]");
    expect(last.details["jobs"]).toMatchObject([{ running: false, exitCode: 3, signal: null }]);
    expect((await jobs("read", "job-1")).text).toBe(
      "(no output)\n\n[job-1 ended with exit code 3]",
    );
  });

  it("C6.11 is stopped, and its last words are there", async () => {
    const sleep = uniqueSleep();
    const { bash, jobs } = makeHands();
    const command = `trap 'echo bye; exit 0' TERM; echo up; while :; do sleep 0.01; done & ${sleep.command} & wait`;
    await call(bash, { command, background: true });
    await eventually(() => sleep.sleeping().length === 1);
    const { text, milliseconds } = await jobs("stop", "job-1");
    expect(text).toBe("up\nbye\n\n[job-1 ended with exit code 0]");
    expect(milliseconds).toBeLessThan(1500);
    expect(sleep.pids()).toEqual([]);
  });

  it("C6.11 that is deaf to SIGTERM is killed after two seconds", async () => {
    const sleep = uniqueSleep();
    const { bash, jobs } = makeHands();
    await call(bash, { command: `trap '' TERM; echo up; ${sleep.command}`, background: true });
    await eventually(() => sleep.sleeping().length === 1);
    const { text, milliseconds } = await jobs("stop", "job-1");
    expect(text).toBe("up\n\n[job-1 was killed by signal SIGKILL]");
    expect(milliseconds).toBeGreaterThan(1950);
    expect(milliseconds).toBeLessThan(3500);
  });

  it("C6.11 is waited for no longer than asked, and goes on", async () => {
    const sleep = uniqueSleep();
    const { bash, jobs } = makeHands();
    await call(bash, { command: sleep.command, background: true });
    await eventually(() => sleep.sleeping().length === 1);
    const { text, milliseconds } = await jobs("wait", "job-1", { timeout: 0.1 });
    expect(text).toMatch(/^\(no output\)\n\n\[job-1 is running for \d s: \d+ .*\]$/);
    expect(milliseconds).toBeLessThan(1000);
    expect(sleep.sleeping()).toHaveLength(1);
  });

  it("C5.1 a wait ends when it is interrupted, the job does not", async () => {
    const sleep = uniqueSleep();
    const { bash, shell, cwd } = makeHands();
    await call(bash, { command: sleep.command, background: true });
    await eventually(() => sleep.sleeping().length === 1);
    const stop = new AbortController();
    const waiting = call(
      jobsTool({ shell, cwd }),
      { action: "wait", id: "job-1" },
      { signal: stop.signal },
    );
    stop.abort();
    expect((await waiting).milliseconds).toBeLessThan(1000);
    expect(sleep.sleeping()).toHaveLength(1);
  });

  it("F54 has a time limit only if one is given", async () => {
    const sleep = uniqueSleep();
    const { bash, jobs } = makeHands();
    await call(bash, { command: `echo up; ${sleep.command}`, background: true, timeout: 0.2 });
    const { text } = await jobs("wait", "job-1");
    expect(text).toBe("up\n\n[job-1 ran out of time and was stopped]");
  });

  it("F32 what a command leaves behind is a job, whose later output can be read", async () => {
    const { bash, cwd, jobs } = makeHands();
    const late = `until [ -e go ]; do sleep 0.01; done; echo late`;
    const { text } = await call(bash, { command: `(${late}) & echo hi` });
    expect(text).toMatch(/^hi\n\n\[Still running in the background as job-1: \d+ /);
    writeFileSync(join(cwd, "go"), "");
    expect((await jobs("wait", "job-1")).text).toBe("late\n\n[job-1 ended with exit code 0]");
  });

  it("F47 that prints too much has all of it in a file", async () => {
    const { bash, jobs } = makeHands();
    await call(bash, { command: "seq 1 5000", background: true });
    const { text } = await jobs("wait", "job-1");
    expect(text).toMatch(
      /^3001\n[^]*\n5000\n\n\[Showing the last 2000 of 5000 lines\. Full output: \S+\.log\]\n\n\[job-1 ended with exit code 0\]$/,
    );
  });

  it("C2.2 must exist, and be named", async () => {
    const { jobs } = makeHands();
    expect((await jobs("list")).text).toBe("There are no background jobs.");
    expect(await jobs("read", "job-9")).toMatchObject({
      isError: true,
      text: "There is no job job-9. There are no background jobs.",
    });
    expect((await jobs("stop")).text).toBe("Name the job with id. There are no background jobs.");
    expect((await jobs("dance")).isError).toBe(true);
  });
});

it("C6.11 dispose ends jobs and commands: asked first, killed after two seconds", async () => {
  const sleep = uniqueSleep();
  const { bash, shell, cwd, jobs } = makeHands();
  const polite = `trap 'touch ${cwd}/tidy; exit 0' TERM; echo up; ${sleep.command} & wait`;
  await call(bash, { command: polite, background: true });
  await call(bash, { command: `trap '' TERM; ${sleep.command}`, background: true });
  const running = call(bash, { command: sleep.command });
  await eventually(() => sleep.sleeping().length === 3);
  const started = performance.now();
  await shell.dispose();
  expect(performance.now() - started).toBeLessThan(3500);
  expect(sleep.pids()).toEqual([]);
  expect((await running).details).toMatchObject({ cancelled: true });
  expect((await jobs("list")).text).not.toContain("running");
  expect((await call(bash, { command: "ls" })).text).toContain("tidy");
});
