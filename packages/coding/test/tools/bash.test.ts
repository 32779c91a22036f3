import { mkdirSync, readdirSync, rmdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { LocalShell } from "../../src/shell/local-shell.ts";
import { bashTool } from "../../src/tools/bash.ts";
import { makeBash } from "../support/bash.ts";
import { call } from "../support/call.ts";
import { eventually, uniqueSleep } from "../support/processes.ts";

const ended = { exitCode: 0, signal: null, timedOut: false, cancelled: false };

describe("how a command ended is news, not an error", () => {
  it("F52 without output there is a text all the same, and the code when it is not 0", async () => {
    const { bash } = makeBash();
    expect(await call(bash, { command: "true" })).toMatchObject({
      text: "(no output)",
      isError: false,
      details: ended,
    });
    expect(await call(bash, { command: "false" })).toMatchObject({
      text: "(no output)\n\nCommand exited with code 1",
      isError: false,
      details: { ...ended, exitCode: 1 },
    });
    const third = await call(bash, { command: "printf '  \\n'; exit 3" });
    expect(third.text).toBe("(no output)\n\nCommand exited with code 3");
  });

  it.each(["TERM", "SEGV", "KILL"])("F53 PEER 31 death by SIG%s is named", async (name) => {
    const { bash } = makeBash();
    const { text, isError, details } = await call(bash, { command: `echo x; kill -${name} $$` });
    expect(text).toBe(`x\n\nCommand killed by signal SIG${name}`);
    expect(isError).toBe(false);
    expect(details).toEqual({ ...ended, exitCode: null, signal: `SIG${name}` });
  });

  it("F54 a time limit keeps what was printed and ends the whole tree", async () => {
    const sleep = uniqueSleep();
    const { bash } = makeBash();
    const command = `echo start; ${sleep.command} & ${sleep.command}`;
    const { text, isError, details, milliseconds } = await call(bash, { command, timeout: 1 });
    expect(text).toBe("start\n\nCommand timed out after 1 seconds");
    expect(isError).toBe(false);
    expect(details).toMatchObject({ timedOut: true, cancelled: false, exitCode: null });
    expect(milliseconds).toBeGreaterThan(990);
    expect(milliseconds).toBeLessThan(2000);
    expect(sleep.pids()).toEqual([]);
  });

  it("PEER 36 a time-out says when the command only waited for what it had started with &", async () => {
    const sleep = uniqueSleep();
    const { bash } = makeBash();
    const waiting = await call(bash, { command: `${sleep.command} & wait`, timeout: 0.5 });
    expect(waiting.text).toMatch(
      new RegExp(
        `^\\(no output\\)\n\n\\[When the time was up the command itself had nothing left to do: it only waited for what it had started in the background, \\d+ ${sleep.command}\\.\\]\n\nCommand timed out after 0.5 seconds$`,
      ),
    );
    for (const last of [sleep.command, `${sleep.command}; true`]) {
      const busy = await call(bash, { command: `${sleep.command} & ${last}`, timeout: 0.5 });
      expect(busy.text).toBe("(no output)\n\nCommand timed out after 0.5 seconds");
    }
    expect(sleep.pids()).toEqual([]);
  });

  it("PEER 36 a background child that holds the output does not make the command run out of time", async () => {
    const sleep = uniqueSleep();
    const { bash } = makeBash();
    const { text, details } = await call(bash, { command: `${sleep.command} & true`, timeout: 1 });
    expect(details).toMatchObject(ended);
    expect(text).toContain(`in the background as job-1: `);
  });

  it("PEER 34 after a kill the next command of the line does not begin", async () => {
    const sleep = uniqueSleep();
    const { bash, cwd } = makeBash();
    for (const kind of ["signal", "abandoned"] as const) {
      const stop = new AbortController();
      const running = call(
        bash,
        { command: `${sleep.command}; touch begun; ${sleep.command}` },
        { [kind]: stop.signal },
      );
      await eventually(() => sleep.sleeping().length === 1);
      stop.abort();
      await running;
    }
    expect(readdirSync(cwd)).toEqual([]);
  });

  it.each([0, -1, "x", 1e12, Number.NaN])("F54 a time limit of %s is refused", async (timeout) => {
    const { bash } = makeBash();
    const { text, isError } = await call(bash, { command: "echo ran", timeout });
    expect(isError).toBe(true);
    expect(text).toMatch(/timeout/);
    expect(text).not.toContain("ran");
  });

  it("F54 a default time limit that makes no sense is refused when the tool is made", () => {
    expect(() => bashTool({ timeoutSeconds: 0 })).toThrow("timeout must be a number of seconds");
  });

  it("C8.4 a cancelled command says so in its last lines", async () => {
    const sleep = uniqueSleep();
    const { bash } = makeBash();
    const stop = new AbortController();
    const onUpdate = (): void => stop.abort();
    const { text, isError, details, milliseconds } = await call(
      bash,
      { command: `echo begun; ${sleep.command}` },
      { signal: stop.signal, onUpdate },
    );
    expect(text).toBe(
      "begun\n\nThe command was interrupted and may have run partly.\nCommand cancelled",
    );
    expect(isError).toBe(false);
    expect(details).toMatchObject({ cancelled: true, timedOut: false });
    expect(milliseconds).toBeLessThan(1000);
  });

  it("F56 what could not be started is an error with a reason, and the next command runs", async () => {
    const { bash, cwd } = makeBash({ spoolFolder: undefined });
    const nul = await call(bash, { command: "echo a\0b" });
    expect(nul).toMatchObject({ isError: true, text: expect.stringContaining("NUL character") });
    const long = await call(bash, { command: `: ${"x".repeat(300_000)}` });
    expect(long).toMatchObject({ isError: true, text: expect.stringContaining("300002 bytes") });
    rmdirSync(cwd);
    const gone = await call(bash, { command: "echo x" });
    expect(gone).toMatchObject({
      isError: true,
      text: expect.stringContaining(`its working directory ${cwd} cannot be used (ENOENT)`),
    });
    mkdirSync(cwd);
    expect((await call(bash, { command: "pwd" })).text).toBe(`${cwd}\n`);
  });
});

describe("stdin and environment", () => {
  it("F49 a command that reads gets the end of its input at once", async () => {
    const { bash } = makeBash();
    const node = JSON.stringify(process.execPath);
    const commands = [
      "cat",
      "read x; echo got:$x",
      `${node} -e 'process.stdin.on("end",()=>process.exit(1)).resume()'`,
    ];
    const results = await Promise.all(commands.map((command) => call(bash, { command })));
    expect(results.map(({ text }) => text)).toEqual([
      "(no output)",
      "got:\n",
      "(no output)\n\nCommand exited with code 1",
    ]);
    expect(Math.max(...results.map(({ milliseconds }) => milliseconds))).toBeLessThan(2000);
  });

  it.skipIf(process.platform === "win32")(
    "C6.11 an editor is refused with the reason instead of waited for",
    async () => {
      const { bash } = makeBash();
      const { text, details } = await call(bash, {
        command: "git init -q . && git -c user.name=a -c user.email=a@b commit --allow-empty",
      });
      expect(text).toContain("There is nobody to edit text in an editor. Pass the text");
      expect(details["exitCode"]).toBe(1);
      const edited = await call(bash, { command: 'sh -c "$EDITOR x"; sh -c "$VISUAL x"' });
      expect(edited.text.match(/nobody to edit/g)).toHaveLength(2);
    },
  );

  it("C6.11 with a list of names only those go along, keys that are named too", async () => {
    vi.stubEnv("OPENAI_API_KEY", "ours");
    vi.stubEnv("OTHER", "1");
    vi.stubEnv("LC_TIME", "C");
    const shell = new LocalShell({ inheritEnv: ["PATH", "OPENAI_API_KEY", "LC_*"] });
    onTestFinished(() => shell.dispose());
    const { bash } = makeBash({ shell });
    const command = 'echo "$OPENAI_API_KEY|$OTHER|$LC_TIME|$PAGER"; printenv PATH HOME | wc -l';
    expect((await call(bash, { command })).text).toBe("ours||C|cat\n1\n");
  });

  it("C2.1 the description says that cd does not last, and it does not", async () => {
    const { bash, cwd } = makeBash();
    expect(bash.description).toContain(`starts anew in ${cwd}: cd, variables`);
    await call(bash, { command: "cd /; export X=1" });
    expect((await call(bash, { command: "pwd; echo $X" })).text).toBe(`${cwd}\n\n`);
  });

  it("C6.11 the keys of model providers stay here, everything else goes along, nothing is paged", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "secret");
    vi.stubEnv("OPENAI_API_KEY", "secret");
    vi.stubEnv("WEATHER_API_KEY", "mine");
    const { bash } = makeBash();
    const command =
      'echo "$ANTHROPIC_API_KEY|$OPENAI_API_KEY|$WEATHER_API_KEY|$PAGER|$GIT_PAGER|$GIT_TERMINAL_PROMPT"';
    expect((await call(bash, { command })).text).toBe("||mine|cat|cat|0\n");
  });
});

describe("what is left running", () => {
  it("F32 a command with & is over when its shell is, and says what goes on", async () => {
    const sleep = uniqueSleep();
    const { bash } = makeBash();
    const result = await call(bash, { command: `${sleep.command} & echo hi` });
    const [pid] = sleep.pids();
    expect(result.milliseconds).toBeLessThan(1000);
    expect(result.text).toMatch(
      new RegExp(
        `^hi\n\n\\[Still running in the background as job-1: ${pid} ${sleep.command}\\. Stop with the jobs tool or: kill -- -\\d+\\]$`,
      ),
    );
    expect(result.details).toMatchObject({
      ...ended,
      background: [{ pid, command: sleep.command }],
      jobId: "job-1",
    });
    const group = /kill -- -\d+/.exec(result.text)?.[0] ?? "";
    await call(bash, { command: group });
    await eventually(() => sleep.pids().length === 0);
  });

  it("F32 a background job that goes on printing neither holds the result back nor dies of it", async () => {
    const { bash, cwd } = makeBash();
    const lines = join(cwd, "lines");
    const loop = `while :; do printf '%0100000d' 0; echo >> ${lines}; done`;
    const { milliseconds } = await call(bash, { command: `(${loop}) & echo hi` });
    expect(milliseconds).toBeLessThan(1000);
    const before = statSync(lines).size;
    await eventually(() => statSync(lines).size >= before + 50);
  });
});
