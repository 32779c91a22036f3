import { execFile } from "node:child_process";
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it, vi } from "vitest";
import type { ToolResult } from "@tau-ts/agent";
import { makeBash, textIn } from "../support/bash.ts";
import { call } from "../support/call.ts";
import { processesWith, uniqueSleep } from "../support/processes.ts";

const ended = { exitCode: 0, signal: null, timedOut: false, cancelled: false };

describe("output", () => {
  it("F50 overwritten lines, colours and CRLF are resolved", async () => {
    const { bash } = makeBash();
    const command = String.raw`printf '10%%\r20%%\r100%%\ndone\n'; printf '\033[31mred\033[0m\033[2K\n'; printf 'a\r\n'`;
    expect((await call(bash, { command })).text).toBe("100%\ndone\nred\na\n");
  });

  it("C8.4 stdout and stderr come in the order they were written", async () => {
    const { bash } = makeBash();
    const command = "for i in 1 2 3; do echo out $i; echo err $i >&2; done";
    expect((await call(bash, { command })).text).toBe("out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n");
  });

  it("PEER 35 a character cut between two writes is whole", async () => {
    const { bash } = makeBash();
    const command = String.raw`printf 'caf\303'; sleep 0.05; printf '\251 \360\237'; sleep 0.05; printf '\230\200\n'`;
    expect((await call(bash, { command })).text).toBe("café 😀\n");
  });

  const line = "head -c 300000000 /dev/zero | tr '\\0' 'a'; printf end";

  it("F47 300 MB on one line take little memory", async () => {
    const { cwd } = makeBash();
    const program = fileURLToPath(new URL("../support/flood-program.ts", import.meta.url));
    const words = ["--conditions=tau-ts:source", program, cwd, line];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    expect(Number(stdout)).toBeGreaterThan(0);
    expect(Number(stdout)).toBeLessThan(100e6); // Usually 40.
  }, 30_000);

  it("F47 of 300 MB on one line the end is shown, and the file says that it was cut", async () => {
    const { bash, cwd } = makeBash();
    const { text, details } = await call(bash, { command: line });
    const [shown = "", notes] = text.split("\n\n");
    expect(shown).toMatch(/^a+end$/);
    expect(shown.length).toBe(50_000);
    const [name = ""] = readdirSync(cwd);
    const path = join(cwd, name);
    expect(details["fullOutputPath"]).toBe(path);
    expect(notes).toBe(
      `[Only the last 50000 bytes of the last line are shown.]\n[Showing the last 1 of 1 lines. Full output: ${path}]\n[That file was cut: it holds the first 67108864 bytes of the output.]`,
    );
    expect(statSync(path).size).toBe(64 * 1024 * 1024);
  }, 30_000);

  it("F47 a flood with a time limit ends in time and leaves nothing behind", async () => {
    const { bash, cwd } = makeBash({ spoolMaxBytes: 1_000_000 });
    const flood = `y-${Math.random()}`;
    const { text, details, milliseconds } = await call(bash, {
      command: `yes ${flood}`,
      timeout: 1,
    });
    expect(details).toMatchObject({ timedOut: true });
    expect(text).toContain("[That file was cut: it holds the first 1000000 bytes of the output.]");
    expect(text).toMatch(/\n\nCommand timed out after 1 seconds$/);
    expect(milliseconds).toBeLessThan(2000);
    expect(processesWith(flood)).toEqual([]);
    expect(readdirSync(cwd).map((name) => statSync(join(cwd, name)).size)).toEqual([1_000_000]);
  });

  it("F47 a disk that fills up is told of, and the command does not notice", async () => {
    const { bash } = makeBash({ spoolFolder: "/no/such/folder" });
    const { text, details } = await call(bash, { command: "seq 1 100000; echo end" });
    expect(text).toMatch(
      /end\n\n\[Showing the last 2000 of 100001 lines\. The full output could not be kept: ENOENT/,
    );
    expect(details).toEqual(ended);
  });

  it("PEER 32 of a last line over the limit its end is shown", async () => {
    const { bash } = makeBash();
    const { text } = await call(bash, {
      command: "echo first; head -c 120000 /dev/zero | tr '\\0' x; printf end",
    });
    const [shown = "", notes] = text.split("\n\n");
    expect([shown.length, shown.endsWith("xend")]).toEqual([50_000, true]);
    expect(notes).toMatch(
      /^\[Only the last 50000 bytes of the last line are shown\.\]\n\[Showing the last 1 of 2 lines\./,
    );
  });

  it("F47 of three million lines the last 2,000 are shown and all are in the file", async () => {
    const { bash } = makeBash();
    const { text, details } = await call(bash, { command: "seq 1 3000000" });
    const path = textIn(details, "fullOutputPath");
    const lines = text.split("\n");
    expect([lines[0], lines[1999], ...lines.slice(2000)]).toEqual([
      "2998001",
      "3000000",
      "",
      `[Showing the last 2000 of 3000000 lines. Full output: ${path}]`,
    ]);
    expect(statSync(path).size).toBe(22_888_896);
  }, 30_000);

  it("PEER 33 a short output with too many lines is kept too, before the exit code", async () => {
    const { bash } = makeBash({ maxLines: 2 });
    const { text, details } = await call(bash, { command: "seq 1 4; exit 5" });
    const path = textIn(details, "fullOutputPath");
    expect(text).toBe(
      `3\n4\n\n[Showing the last 2 of 4 lines. Full output: ${path}]\n\nCommand exited with code 5`,
    );
    expect(readFileSync(path, "utf8")).toBe("1\n2\n3\n4\n");
  });

  it("F47 an output that fits leaves no file", async () => {
    const { bash, cwd } = makeBash();
    await call(bash, { command: String.raw`for i in $(seq 1 60000); do printf '\r%s' $i; done` });
    expect(readdirSync(cwd)).toEqual([]);
  });

  it("C3.12 is shown while the command runs", async () => {
    const { bash } = makeBash();
    const updates: string[] = [];
    const onUpdate = (partial: ToolResult): void => {
      updates.push(
        partial.content.map((block) => (block.type === "text" ? block.text : "")).join(""),
      );
    };
    await call(bash, { command: "echo one; sleep 0.3; echo two; sleep 0.3" }, { onUpdate });
    expect(updates).toEqual(["one\n", "one\ntwo\n"]);
  });

  it("C3.12 many small pieces make few updates", async () => {
    const { bash } = makeBash();
    const onUpdate = vi.fn();
    const { milliseconds } = await call(
      bash,
      { command: "for i in $(seq 1 200); do echo $i; sleep 0.001; done" },
      { onUpdate },
    );
    expect(onUpdate.mock.calls.length).toBeLessThanOrEqual(milliseconds / 100 + 2);
  });

  it("C4.10 a listener that throws ends the command and is heard of", async () => {
    const sleep = uniqueSleep();
    const { bash } = makeBash();
    const onUpdate = (): never => {
      throw new Error("screen is gone");
    };
    const { text, isError } = await call(
      bash,
      { command: `echo x; ${sleep.command}` },
      { onUpdate },
    );
    expect({ text, isError }).toEqual({ text: "screen is gone", isError: true });
    expect(sleep.pids()).toEqual([]);
  });
});
