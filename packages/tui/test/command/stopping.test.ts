import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, readdir } from "node:fs/promises";
import { anthropicText, anthropicToolCall, startModelServer } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { RunningTau, eventsOf, makePlace, modelWords, tau, tauWords } from "../support/tau.ts";

/** The processes of this machine with a marker in their command line. */
async function survivors(marker: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pid of await readdir("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    // A process that ended meanwhile is no survivor.
    const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    if (command.includes(marker)) found.push(`${pid} ${command.replaceAll("\0", " ")}`);
  }
  return found;
}

/** Whether the process has a handler for SIGHUP, which Node itself has not: our handlers are there. */
async function hearsHangUps(pid: number | undefined): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return /^SigCgt:.*[13579bdf]$/m.test(status);
}

const full = ["--permission-mode", "full"];

describe("stopping", { timeout: 30_000 }, () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)(
    "C6.1 C6.11 C6.12 %s while bash runs ends within a second with exit code %i, no survivor and a whole session",
    async (signal, code) => {
      await using place = await makePlace();
      const seconds = `60.${process.pid}${code}`;
      await using server = await startModelServer([
        anthropicToolCall({
          name: "bash",
          arguments: { command: `echo started; sleep ${seconds} & sleep ${seconds}` },
        }),
        anthropicText("again"),
      ]);
      const words = ["-p", "go", "--mode", "json", ...full, ...modelWords(server.url)];
      await using running = new RunningTau(words, { place });
      await running.until(({ stdout }) => stdout.includes("started\\n"));
      await expect.poll(() => survivors(`sleep\0${seconds}`), { timeout: 5000 }).toHaveLength(2);
      const stopped = performance.now();
      running.child.kill(signal);
      const run = await running.finished;
      expect(performance.now() - stopped).toBeLessThan(1000);
      expect(run.code).toBe(code);
      expect(await survivors(`sleep\0${seconds}`)).toEqual([]);
      expect(eventsOf(run.stdout).at(-2)).toMatchObject({ type: "agent_end", outcome: "aborted" });
      const entries = await place.entries();
      expect(entries.map(({ type, message }) => message?.role ?? type)).toEqual([
        "session",
        "user",
        "assistant",
        "toolResult",
        "assistant",
      ]);
      expect(entries.at(-1)?.message?.stopReason).toBe("aborted");

      const again = await tau(["-c", "-p", "go on", ...modelWords(server.url)], { place });
      expect(again).toMatchObject({ code: 0, stdout: "again\n", stderr: "" });
    },
  );

  it("C6.4 a stop while the answer comes keeps what came", async () => {
    await using place = await makePlace();
    const { body, ...head } = anthropicText("a long answer");
    await using server = await startModelServer([
      { ...head, body: body.slice(0, 3), ending: "stall" },
    ]);
    const words = ["-p", "go", "--mode", "json", ...modelWords(server.url)];
    await using running = new RunningTau(words, { place });
    await running.until(({ stdout }) => stdout.includes('"delta":"a long "'));
    running.child.kill("SIGINT");
    const run = await running.finished;
    expect(run.code).toBe(130);
    expect(eventsOf(run.stdout).at(-2)).toMatchObject({ type: "agent_end", outcome: "aborted" });
    expect((await place.entries()).at(-1)?.message).toMatchObject({
      content: [{ type: "text", text: "a long " }],
      stopReason: "aborted",
    });
    expect((await server.request(0)).closedByClient).toBe(true);
  });

  it("C6.8 a request to end before the run began ends the command at once", async () => {
    await using place = await makePlace();
    const child = spawn(process.execPath, [...tauWords, "-p"], {
      cwd: place.cwd,
      env: place.env,
      stdio: ["pipe", "ignore", "pipe"],
    });
    await expect.poll(() => hearsHangUps(child.pid), { timeout: 5000 }).toBe(true);
    child.kill("SIGINT");
    const [code] = await once(child, "close");
    expect(code).toBe(130);
  });
});

describe("readers that go away or are slow", { timeout: 60_000 }, () => {
  it.each(["text", "json"])(
    "F99 a reader that goes away ends the run without a word, with exit code 141, in %s mode",
    async (mode) => {
      await using place = await makePlace();
      const seconds = `61.${process.pid}`;
      const long = "a line\n".repeat(50_000);
      await using server = await startModelServer([
        mode === "text"
          ? anthropicText([long])
          : anthropicToolCall({
              name: "bash",
              arguments: { command: `sleep ${seconds}` },
              text: long,
            }),
      ]);
      const words = ["-p", "go", "--mode", mode, ...full, ...modelWords(server.url)];
      const shell = spawn(
        "bash",
        [
          "-c",
          '"$@" | head -1; exit ${PIPESTATUS[0]}',
          "bash",
          process.execPath,
          ...tauWords,
          ...words,
        ],
        { cwd: place.cwd, env: place.env, stdio: ["ignore", "pipe", "pipe"] },
      );
      const texts = { stdout: "", stderr: "" };
      shell.stdout.on("data", (chunk) => (texts.stdout += String(chunk)));
      shell.stderr.on("data", (chunk) => (texts.stderr += String(chunk)));
      const [code] = await once(shell, "close");
      expect(code).toBe(141);
      expect(texts.stderr).toBe("");
      expect(texts.stdout.split("\n")).toHaveLength(2);
      expect(await survivors(`sleep\0${seconds}`)).toEqual([]);
      const last = (await place.entries()).at(-1)?.message;
      expect(last?.role).toBe("assistant");
    },
  );

  it("C4.9 a reader that does not read keeps a stopped command alive no longer than a second", async () => {
    await using place = await makePlace();
    const text = Array.from({ length: 400 }, () => `${"word ".repeat(200)}\n`);
    await using server = await startModelServer([anthropicText(text)]);
    const words = [...tauWords, "-p", "go", "--mode", "json", ...modelWords(server.url)];
    const child = spawn(process.execPath, words, {
      cwd: place.cwd,
      env: place.env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    await expect.poll(async () => (await place.sessions()).length, { timeout: 5000 }).toBe(1);
    const exited = once(child, "exit");
    const stopped = performance.now();
    child.kill("SIGINT");
    expect((await exited)[0]).toBe(130);
    expect(performance.now() - stopped).toBeLessThan(1500); // With room for a busy machine.
    child.stdout.destroy();
  });

  it("F104 three megabytes of JSON lines reach a slow reader whole, in order, before the exit", async () => {
    await using place = await makePlace();
    const chunk = `${"word ".repeat(200)}\n`;
    const text = Array.from({ length: 1000 }, () => chunk);
    await using server = await startModelServer([anthropicText(text)]);
    const child = spawn(
      process.execPath,
      [...tauWords, "-p", "go", "--mode", "json", ...modelWords(server.url)],
      { cwd: place.cwd, env: place.env, stdio: ["ignore", "pipe", "pipe"] },
    );
    let stdout = "";
    child.stdout.setEncoding("utf8");
    // Ten kilobytes at a time, with a pause between.
    child.stdout.on("readable", () => undefined);
    const closed = once(child, "close");
    for (let isOver = false; !isOver;) {
      const piece: string | null = child.stdout.read(10_240) ?? child.stdout.read();
      if (piece !== null) stdout += piece;
      isOver = child.stdout.readableEnded || (piece === null && child.stdout.destroyed);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const [code] = await closed;
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(3_000_000);
    const events = eventsOf(stdout);
    expect(events.at(-2)).toMatchObject({ type: "agent_end", outcome: "completed" });
    expect(events.at(-1)).toMatchObject({ type: "agent_settled" });
    const deltas = events.map(({ assistantMessageEvent }) => assistantMessageEvent?.delta ?? "");
    expect(deltas.join("")).toBe(text.join(""));
  });

  it("F97 no escape byte reaches a file, also with colours asked for", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("plain")], { repeatLast: true });
    for (const env of [{ NO_COLOR: "1" }, { FORCE_COLOR: "1", TERM: "dumb" }]) {
      const run = await tau(["-p", "hi", ...modelWords(server.url)], { place, env });
      expect(run.stdout + run.stderr).not.toContain("\u001b");
    }
  });

  it("C14.2 an output that cannot be written is a failure with its reason", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("one")]);
    const words = [...tauWords, "-p", "hi", ...modelWords(server.url)];
    const shell = spawn("bash", ["-c", '"$@" >/dev/full', "bash", process.execPath, ...words], {
      cwd: place.cwd,
      env: place.env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    let stderr = "";
    shell.stderr.on("data", (chunk) => (stderr += String(chunk)));
    const [code] = await once(shell, "close");
    expect(code).toBe(1);
    expect(stderr).toMatch(/^tau: cannot write to standard output: .*ENOSPC.*\n$/);
  });
});
