import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { anthropicText, anthropicToolCall, startModelServer } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { DrivenTau } from "../support/rpc.ts";
import { RunningTau, makePlace, modelWords, tauWords } from "../support/tau.ts";
import type { Place } from "../support/tau.ts";

/** Makes a fault of the command itself, as soon as it is sent SIGUSR2. */
const faulty = `data:text/javascript,${encodeURIComponent(
  'process.on("SIGUSR2", () => { throw new Error("a fault for the test"); });',
)}`;

/** RPC mode in the middle of a run: something was printed that says so. */
async function promptedRpc(
  place: Place,
  url: string,
  sign: string,
): Promise<{ readonly child: ChildProcess; readonly printed: () => string }> {
  const words = ["--permission-mode", "full", "--mode", "rpc", ...modelWords(url)];
  const child = spawn(process.execPath, [...tauWords, ...words], {
    cwd: place.cwd,
    env: place.env,
    stdio: "pipe",
  });
  let stdout = "";
  child.stdout.on("data", (chunk) => (stdout += String(chunk)));
  child.stdin.write('{"type":"prompt","message":"go"}\n');
  await expect.poll(() => stdout, { timeout: 5000 }).toContain(sign);
  return { child, printed: () => stdout };
}

describe("process manners", { timeout: 30_000 }, () => {
  it("C14 an error that nobody caught kills what was started, closes the session, and is told: exit code 1", async () => {
    await using place = await makePlace();
    const seconds = `62.${process.pid}`;
    await using server = await startModelServer([
      anthropicToolCall({ name: "bash", arguments: { command: `sleep ${seconds}` } }),
    ]);
    const words = ["-p", "go", "--permission-mode", "full", "--mode", "json"];
    await using running = new RunningTau([...words, ...modelWords(server.url)], {
      place,
      env: { NODE_OPTIONS: `--import ${faulty}` },
    });
    await running.until(({ stdout }) => stdout.includes("tool_execution_start"));
    running.child.kill("SIGUSR2");
    const run = await running.finished;
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(/^tau: a fault of the command itself.*a fault for the test/);
    expect((await place.entries()).at(-1)?.message?.stopReason).toBe("aborted");
    const found = spawn("pgrep", ["-f", `sleep ${seconds}`], {
      stdio: ["ignore", "pipe", "ignore"],
    });
    expect((await once(found, "close"))[0]).toBe(1);
  });

  it("C14 a closed standard input is no input", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("yes")]);
    const words = [process.execPath, ...tauWords, "-p", "hi", ...modelWords(server.url)];
    const shell = spawn("bash", ["-c", '"$@" <&-', "bash", ...words], {
      cwd: place.cwd,
      env: place.env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let stdout = "";
    shell.stdout.on("data", (chunk) => (stdout += String(chunk)));
    expect((await once(shell, "close"))[0]).toBe(0);
    expect(stdout).toBe("yes\n");
  });

  it.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
    ["SIGINT", 130],
  ] as const)("C14 %s ends RPC mode in order, with exit code %i", async (signal, code) => {
    await using place = await makePlace();
    await using server = await startModelServer([
      anthropicToolCall({ name: "bash", arguments: { command: "sleep 63" } }),
    ]);
    const { child, printed } = await promptedRpc(place, server.url, "tool_execution_start");
    child.kill(signal);
    expect((await once(child, "close"))[0]).toBe(code);
    expect(printed().trimEnd().split("\n").at(-1)).toContain('"type":"agent_settled"');
    expect((await place.entries()).at(-1)?.message?.stopReason).toBe("aborted");
  });

  it("C6.8 a second signal to RPC mode waits for nothing that has not stopped yet", async () => {
    await using place = await makePlace();
    const command = 'trap "" TERM; echo deaf; while true; do sleep 0.1; done';
    await using server = await startModelServer([
      anthropicToolCall({ name: "bash", arguments: { command } }),
    ]);
    const { child, printed } = await promptedRpc(place, server.url, "deaf\\n");
    child.kill("SIGTERM");
    child.kill("SIGHUP");
    expect([129, 143]).toContain((await once(child, "close"))[0]);
    expect(printed()).toContain('"outcome":"abandoned"');
  });

  it("F99 RPC mode ends with exit code 141 when whoever reads it goes away", async () => {
    await using place = await makePlace();
    const child = spawn(process.execPath, [...tauWords, "--mode", "rpc", "--offline-demo"], {
      cwd: place.cwd,
      env: place.env,
      stdio: "pipe",
    });
    const closed = once(child, "close");
    child.stdin.write('{"type":"get_state"}\n');
    await once(child.stdout, "data");
    child.stdout.destroy();
    child.stdin.on("error", () => undefined).write('{"type":"get_state"}\n{"type":"get_state"}\n');
    expect((await closed)[0]).toBe(141);
  });

  it("PEER-BUGS 2 what RPC says of a reply grows with its length and not with its square", async () => {
    await using place = await makePlace();
    const reply = (words: number) => anthropicText(Array.from({ length: words }, () => "word "));
    await using server = await startModelServer([reply(200), reply(2000)]);
    await using client = new DrivenTau(modelWords(server.url), place);
    const sizes: number[] = [];
    for (const message of ["short", "long"]) {
      const before = client.records.length;
      const settled = client.settled();
      await client.request("prompt", { message });
      await settled;
      sizes.push(JSON.stringify(client.records.slice(before)).length);
    }
    expect(sizes[1]).toBeLessThan((sizes[0] ?? 0) * 11);
  });
});
