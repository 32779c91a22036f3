import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import {
  anthropicHttpError,
  anthropicText,
  anthropicToolCall,
  startModelServer,
} from "@tau-ts/test-server";
import type { ScriptedTurn } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { eventsOf, makePlace, modelWords, tau, tauWords } from "../support/tau.ts";

const slow = 30_000;

describe("answering one prompt", { timeout: slow }, () => {
  it("C14.2 prints the answer of a model behind a wire, exits with 0 and says nothing else", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("It is 4.")]);
    const run = await tau(["-p", "2+2?", ...modelWords(server.url)], { place });
    expect(run).toEqual({ code: 0, signal: null, stdout: "It is 4.\n", stderr: "" });
    expect(server.requests[0]?.headers["x-api-key"]).toBe("key-for-tests");
    expect(server.requests[0]?.body).toMatchObject({ model: "claude-test", stream: true });
  });

  it("C14 a provider's variables name it", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("yes")]);
    const env = { ANTHROPIC_API_KEY: "from-variable", ANTHROPIC_BASE_URL: server.url };
    expect((await tau(["-p", "hi"], { place, env })).stdout).toBe("yes\n");
    expect(server.requests[0]?.headers["x-api-key"]).toBe("from-variable");
  });

  it("C14 without a model the offline demo answers, and one line says what it is and how to name a real one", async () => {
    await using place = await makePlace();
    const run = await tau(["-p", "list files"], { place });
    expect(run.code).toBe(0);
    expect(run.stdout).not.toBe("");
    expect(run.stderr.split("\n")).toHaveLength(2);
    expect(run.stderr).toContain("offline demo");
    expect(run.stderr).toContain("ANTHROPIC_API_KEY=");
    expect(run.stderr).toContain("--wire anthropic-messages --base-url URL --model NAME");
  });

  it("C3.5 C14.3 JSON lines of a turn with one call come in the order of the contract, and nothing else does", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([
      anthropicToolCall({ name: "ls", arguments: {} }),
      anthropicText("Nothing."),
    ]);
    const run = await tau(["--mode", "json", "look", ...modelWords(server.url)], { place });
    expect(run.code).toBe(0);
    expect(run.stderr).toBe("");
    const events = eventsOf(run.stdout);
    const names = events.map(({ type, message }) => (message ? `${type} ${message.role}` : type));
    expect(names.filter((name) => name !== "message_update")).toEqual([
      "session",
      "agent_start",
      "turn_start",
      "message_start user",
      "message_end user",
      "message_start assistant",
      "message_end assistant",
      "tool_execution_start",
      "message_start toolResult",
      "message_end toolResult",
      "tool_execution_end",
      "turn_end assistant",
      "turn_start",
      "message_start assistant",
      "message_end assistant",
      "turn_end assistant",
      "agent_end",
      "agent_settled",
    ]);
    const [session] = await place.sessions();
    expect(events[0]).toMatchObject({ version: 3, cwd: place.cwd });
    for (const { sessionId } of events.slice(1))
      expect(session).toContain(`_${sessionId ?? "none"}.jsonl`);
  });

  it.each(["text", "json"])(
    "F100 a 401 in %s mode exits with 1 and pollutes nothing",
    async (mode) => {
      await using place = await makePlace();
      await using server = await startModelServer([
        anthropicHttpError(401, { type: "authentication_error", message: "invalid x-api-key" }),
      ]);
      const run = await tau(["-p", "hi", "--mode", mode, ...modelWords(server.url)], { place });
      expect(run.code).toBe(1);
      if (mode === "text") {
        expect(run.stdout).toBe("");
        expect(run.stderr).toMatch(/^Error: .*invalid x-api-key.*\n$/);
      } else {
        expect(eventsOf(run.stdout).at(-2)).toMatchObject({ type: "agent_end", outcome: "error" });
        expect(run.stderr).toBe("");
      }
    },
  );

  it.each<[string, ScriptedTurn]>([
    [
      "a page of HTML",
      { headers: { "content-type": "text/html" }, body: "<html>\nhello\n</html>" },
    ],
    ["404 with HTML", { status: 404, headers: { "content-type": "text/html" }, body: "<p>no</p>" }],
    ["400", anthropicHttpError(400, { type: "invalid_request_error", message: "bad\nmodel" })],
  ])(
    "C14.2 %s from the address is one clear line on stderr and exit code 1",
    async (_what, turn) => {
      await using place = await makePlace();
      await using server = await startModelServer([turn], { repeatLast: true });
      const run = await tau(["-p", "hi", ...modelWords(server.url)], { place });
      expect(run.code).toBe(1);
      expect(run.stdout).toBe("");
      expect(run.stderr).toMatch(/^Error: \S.*\n$/);
    },
  );

  it("C14.2 nobody at the address is one clear line that names it", async () => {
    await using place = await makePlace();
    const closed = createServer().listen(0, "127.0.0.1");
    await once(closed, "listening");
    const address = closed.address();
    const port = typeof address === "object" && address ? address.port : 0;
    closed.close();
    const url = `http://127.0.0.1:${port}`;
    const run = await tau(["-p", "hi", ...modelWords(url)], { place });
    expect(run.code).toBe(1);
    expect(run.stderr).toMatch(new RegExp(`^Error: .*127\\.0\\.0\\.1:${port}.*\n$`));
  });

  it("C13.9 TAU_STREAM_IDLE_MS ends a stream that has gone silent, as a failure", async () => {
    await using place = await makePlace();
    const { body, ...head } = anthropicText("never to its end");
    await using server = await startModelServer([
      { ...head, body: body.slice(0, 3), ending: "stall" },
    ]);
    const env = { TAU_STREAM_IDLE_MS: "100" };
    const run = await tau(["-p", "hi", ...modelWords(server.url)], { place, env });
    expect(run.code).toBe(1);
    expect(run.stdout).toBe("never t\n");
    expect(run.stderr).toMatch(/^Error: .*100 ms.*\n$/);
  });

  it("C3.6 --max-turns ends a run that goes on too long, with exit code 1", async () => {
    await using place = await makePlace();
    await using server = await startModelServer(
      [anthropicToolCall({ name: "ls", arguments: {} })],
      {
        repeatLast: true,
      },
    );
    const run = await tau(["-p", "hi", "--max-turns", "2", ...modelWords(server.url)], { place });
    expect(run.code).toBe(1);
    expect(run.stderr).toBe("Error: Agent stopped after maxTurns=2\n");
    expect(server.requests).toHaveLength(2);
  });

  it("C11.1 the model is told about its tools and the folder, or what --system-prompt says", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("yes")], { repeatLast: true });
    await tau(["-p", "hi", ...modelWords(server.url)], { place });
    await tau(["-p", "hi", "--system-prompt", "Be brief.", ...modelWords(server.url)], { place });
    const [first, second] = server.requests.map(({ rawBody }) => rawBody);
    expect(first).toContain(`Current working directory: ${place.cwd}`);
    for (const tool of ["read", "ls", "grep", "find", "bash", "write", "edit"])
      expect(first).toContain(`"name":"${tool}"`);
    expect(second).toContain("Be brief.");
    expect(second).not.toContain("You are a coding agent");
  });
});

describe("piped input", { timeout: slow }, () => {
  it("C14 joins the prompt, in front of its words", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("yes")], { repeatLast: true });
    await tau(["-p", "what is", "this?", ...modelWords(server.url)], { place, input: "a\nb\n" });
    await tau([...modelWords(server.url)], { place, input: "only this\n" });
    expect(server.requests[0]?.rawBody).toContain(
      JSON.stringify("a\nb\n\nwhat is this?").slice(1, -1),
    );
    expect(server.requests[1]?.rawBody).toContain('"only this"');
  });

  it("C14 an input that a program left open and silent is not waited for when there are prompt words", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([anthropicText("yes")]);
    const child = spawn(process.execPath, [...tauWords, "-p", "hi", ...modelWords(server.url)], {
      cwd: place.cwd,
      env: place.env,
      stdio: "pipe",
    });
    const texts = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => (texts.stdout += String(chunk)));
    child.stderr.on("data", (chunk) => (texts.stderr += String(chunk)));
    const [code] = await once(child, "close");
    expect(code).toBe(0);
    expect(texts).toEqual({
      stdout: "yes\n",
      stderr: "tau: nothing came through standard input, so the prompt is answered without it.\n",
    });
  });
});
