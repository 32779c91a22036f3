import { spawn } from "node:child_process";
import { once } from "node:events";
import { anthropicText, startModelServer } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { makePlace, modelWords, tau, tauWords } from "../support/tau.ts";
import type { Place } from "../support/tau.ts";

interface Line {
  readonly type: string;
  readonly id?: string | number;
  readonly command?: string;
  readonly success?: boolean;
  readonly error?: string;
  readonly sessionId?: string;
}

/** Everything that is said for an input that then ends. */
async function said(
  place: Place,
  words: readonly string[],
  ...parts: readonly (string | Uint8Array)[]
) {
  const child = spawn(process.execPath, [...tauWords, "--mode", "rpc", ...words], {
    cwd: place.cwd,
    env: place.env,
    stdio: "pipe",
  });
  const texts = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (texts.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (texts.stderr += text));
  for (const part of parts) {
    child.stdin.write(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
  child.stdin.end();
  const [code] = await once(child, "close");
  const lines = texts.stdout
    .split("\n")
    .slice(0, -1)
    .map((line): Line => JSON.parse(line));
  return { code, lines, responses: lines.filter(({ type }) => type === "response"), ...texts };
}

describe("lines of RPC", { timeout: 30_000 }, () => {
  it("F102 each command is answered once, whatever surrounds it, and what is none is refused", async () => {
    await using place = await makePlace();
    const named = Buffer.from(
      '{"id":"é\u2028🙂","type":"set_session_name","name":"a\u2029b 🙂"}\r\n',
    );
    const { code, responses, stderr } = await said(
      place,
      ["--offline-demo", "--no-session"],
      '{"id":"1","type":"get_state"}\n{"id":"2","type":"get_messages"}\n',
      named.subarray(0, 9), // In the middle of a character.
      named.subarray(9, -3),
      named.subarray(-3),
      '\n\nnot json\nnull\n[]\n{"id":"3"}\n',
      '{"id":"4","type":"no_such_thing"}\n{"id":5,"type":"set_model"}\n',
      `{"id":"6","type":"get_commands","more":"${"x".repeat(5_000_000)}"}\n`,
      '{"id":"7","type":"get_state"}',
    );
    expect(code).toBe(0);
    expect(stderr).toBe("");
    const told = responses.map(({ id, command, success }) => [id, command, success]);
    expect(told).toHaveLength(11);
    expect(told).toEqual(
      expect.arrayContaining([
        ["1", "get_state", true],
        ["2", "get_messages", true],
        ["é\u2028🙂", "set_session_name", true],
        [undefined, "parse", false],
        ["4", "no_such_thing", false],
        [5, "set_model", false],
        ["6", "get_commands", true],
        ["7", "get_state", true],
      ]),
    );
    expect(told.filter(([, command]) => command === "parse")).toHaveLength(4);
    const errors = responses.map(({ error }) => error);
    expect(errors).toContain("Unknown command: no_such_thing");
    expect(errors).toContain("provider is missing: it must be a string.");
  });

  it("F102 a line of more than 16 MB is refused, and the next command is answered", async () => {
    await using place = await makePlace();
    const long = `{"type":"prompt","message":"${"x".repeat(17 * 1024 * 1024)}"}\n`;
    const { responses } = await said(
      place,
      ["--offline-demo"],
      long,
      '{"id":"1","type":"get_state"}\n',
    );
    expect(responses).toMatchObject([
      { command: "parse", success: false, error: expect.stringMatching(/too long/) },
      { id: "1", success: true },
    ]);
    expect(await place.sessions()).toEqual([]);
  });

  it("C14 the response to a prompt comes before its first event, and carries its id", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("yes")]);
    const { lines } = await said(
      place,
      modelWords(server.url),
      '{"id":"p","type":"prompt","message":"hi"}\n',
    );
    expect(lines[0]).toMatchObject({ type: "response", id: "p", command: "prompt", success: true });
    expect(lines[1]?.type).toBe("agent_start");
    for (const { sessionId } of lines) expect(sessionId).toBe(lines[0]?.sessionId);
  });

  it("C14 the end of the input stops what goes on, and the session is whole", async () => {
    await using place = await makePlace();
    const { body, ...head } = anthropicText("a long answer");
    await using server = await startModelServer([
      { ...head, body: body.slice(0, 3), ending: "stall" },
    ]);
    const { code, lines } = await said(
      place,
      modelWords(server.url),
      '{"id":"p","type":"prompt","message":"hi"}\n',
    );
    expect(code).toBe(0);
    expect(lines.at(-1)).toMatchObject({ type: "agent_settled", aborted: true });
    expect((await place.entries()).at(-1)?.message?.stopReason).toBe("aborted");
  });

  it("C14 a prompt on the command line makes no sense in RPC mode: exit code 2", async () => {
    await using place = await makePlace();
    const run = await tau(["--mode", "rpc", "hello"], { place });
    expect(run).toMatchObject({ code: 2, stdout: "" });
    expect(run.stderr).toMatch(/^tau: --mode rpc takes no prompt.*\n$/);
  });
});
