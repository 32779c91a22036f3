import { expect, it } from "vitest";
import { MemoryShell } from "../../src/shell/memory-shell.ts";
import { bashTool } from "../../src/tools/bash.ts";
import { jobsTool } from "../../src/tools/jobs.ts";
import { MemoryWorkspace } from "../../src/workspace/memory-workspace.ts";
import { call } from "../support/call.ts";

const workspace = new MemoryWorkspace();

it("C2.1 a function answers commands: with text, with a code, or printing as it goes", async () => {
  const shell = new MemoryShell(({ command, cwd, print }) => {
    if (command === "pwd") return `${cwd}\n`;
    print("no such command\n");
    return 127;
  });
  const bash = bashTool({ workspace, shell });
  expect((await call(bash, { command: "pwd" })).text).toBe("/workspace\n");
  expect(await call(bash, { command: "other" })).toMatchObject({
    text: "no such command\n\nCommand exited with code 127",
    isError: false,
  });
  expect(shell.commands).toEqual(["pwd", "other"]);
});

it("F54 C8.4 a command that never answers is stopped by time and by signal", async () => {
  let heard = 0;
  const shell = new MemoryShell(({ signal, print }) => {
    print("begun\n");
    signal.addEventListener("abort", () => heard++);
    return new Promise(() => undefined);
  });
  const bash = bashTool({ workspace, shell });
  const late = await call(bash, { command: "x", timeout: 0.05 });
  expect(late.text).toBe("begun\n\nCommand timed out after 0.05 seconds");
  const stop = new AbortController();
  const running = call(bash, { command: "x" }, { signal: stop.signal });
  stop.abort();
  expect((await running).isError).toBe(true);
  const other = new AbortController();
  const onUpdate = (): void => other.abort();
  const cancelled = await call(bash, { command: "x" }, { signal: other.signal, onUpdate });
  expect(cancelled.text).toMatch(/^begun\n\n.*\nCommand cancelled$/);
  expect(heard).toBe(2);
});

it("C6.11 has jobs", async () => {
  const gate = Promise.withResolvers<void>();
  const shell = new MemoryShell(async ({ command, print }) => {
    print(`${command} up\n`);
    if (command === "serve") await new Promise(() => undefined);
    await gate.promise;
    if (command === "fail") throw new Error("broken");
    return 2;
  });
  const bash = bashTool({ workspace, shell });
  const jobs = jobsTool({ workspace, shell });
  for (const command of ["serve", "build", "fail"]) await call(bash, { command, background: true });
  const act = async (action: string, id: string): Promise<string> =>
    (await call(jobs, { action, id })).text;
  gate.resolve();
  expect(await act("wait", "job-2")).toBe("build up\n\n[job-2 ended with exit code 2]");
  expect(await act("wait", "job-3")).toBe("fail up\nbroken\n\n[job-3 ended with exit code 1]");
  expect(await act("stop", "job-1")).toBe("serve up\n\n[job-1 was killed by signal SIGTERM]");
});

it("C6.11 a shell without jobs offers none", async () => {
  const { run } = new MemoryShell(() => "ran");
  const bare = { run: run.bind(new MemoryShell(() => "ran")) };
  const bash = bashTool({ workspace, shell: bare });
  expect(Object.keys(bash.parameters["properties"] ?? {})).toEqual(["command", "timeout"]);
  expect((await call(jobsTool({ workspace, shell: bare }), { action: "list" })).text).toBe(
    "There are no background jobs.",
  );
});
