import {
  anthropicHttpError,
  anthropicText,
  anthropicToolCall,
  startModelServer,
} from "@tau-ts/test-server";
import type { ModelTurn } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { DrivenTau, timed } from "../support/rpc.ts";
import { makePlace, modelWords } from "../support/tau.ts";

/** In milliseconds. Far more than it takes, as `scripts/rpc-latency.ts` measures: what is looked for are waits for ever. */
const soon = 3000;

function overloaded(retryAfter: string): ModelTurn {
  return anthropicHttpError(
    529,
    { type: "overloaded_error", message: "Overloaded" },
    { "retry-after": retryAfter },
  );
}

describe("abort over RPC", { timeout: 30_000 }, () => {
  it("C6.4 in a stream it is answered at once, what came is kept, and the next prompt is answered", async () => {
    await using place = await makePlace();
    const { body, ...head } = anthropicText("a long answer");
    await using server = await startModelServer([
      { ...head, body: body.slice(0, 3), ending: "stall" },
      anthropicText("again"),
    ]);
    await using client = new DrivenTau(modelWords(server.url), place);
    await client.request("prompt", { message: "go" });
    await client.until(({ type }) => type === "message_update");
    expect(await timed(() => client.request("abort", {}))).toBeLessThan(soon);
    expect(await client.request("get_state", {})).toMatchObject({ isStreaming: false });
    const settled = client.settled();
    await client.request("prompt", { message: "go on" });
    await settled;
    expect(await client.request("get_last_assistant_text", {})).toEqual({ text: "again" });
  });

  it.each([
    ["sleeps", "sleep 60"],
    ["ignores TERM", 'trap "" TERM; while true; do sleep 0.1; done'],
    [
      "left a descendant outside of its group that keeps writing",
      'setsid sh -c "while true; do echo x; sleep 0.05; done" & sleep 60',
    ],
  ])("C6.11 a command that %s: idle, and answered, soon", async (_what, command) => {
    await using place = await makePlace();
    await using server = await startModelServer([
      anthropicToolCall({ name: "bash", arguments: { command } }),
      anthropicText("again"),
    ]);
    const words = ["--permission-mode", "full", ...modelWords(server.url)];
    await using client = new DrivenTau(words, place);
    await client.request("prompt", { message: "go" });
    await client.until(({ type }) => type === "tool_execution_start");
    expect(await timed(() => client.request("abort", {}))).toBeLessThan(soon);
    const { messages } = await client.request("get_messages", {});
    expect(messages.at(-1)).toMatchObject({ role: "assistant", stopReason: "aborted" });
    expect(await timed(() => client.close())).toBeLessThan(soon);
  });

  it("PEER-BUGS 22 it stops a manual compaction and the user's commands, all of them", async () => {
    await using place = await makePlace();
    const { body, ...head } = anthropicText("a summary");
    await using server = await startModelServer([
      anthropicText(["word ".repeat(30_000)]),
      anthropicText(["more ".repeat(30_000)]),
      { ...head, body: body.slice(0, 3), ending: "stall" },
    ]);
    await using client = new DrivenTau(modelWords(server.url), place);
    for (const message of ["one", "two"]) {
      const settled = client.settled();
      await client.request("prompt", { message });
      await settled;
    }
    const before = await client.request("get_entries", {});
    const compaction = client.request("compact", {});
    const failure = compaction.then(
      () => undefined,
      (error: unknown) => error,
    );
    const commands = [1, 2].map((seconds) =>
      client.request("bash", { command: `sleep 6${seconds}` }),
    );
    await client.until(({ type }) => type === "compaction_start");
    await expect.poll(() => server.requests.length, { timeout: 5000 }).toBe(3);
    expect(await timed(() => client.request("abort", {}))).toBeLessThan(soon);
    expect(await failure).toMatchObject({ message: expect.stringMatching(/cancelled/) });
    for (const command of commands) expect(await command).toMatchObject({ cancelled: true });
    expect(await client.request("get_state", {})).toMatchObject({ isCompacting: false });
    const after = await client.request("get_entries", { since: before.leafId ?? "" });
    expect(after.entries.map(({ type }) => type)).not.toContain("compaction");
  });

  it("PEER-BUGS 14 a repeat of a failed call belongs to the run: it settles once, at the end", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([overloaded("0"), anthropicText("yes")]);
    await using client = new DrivenTau(modelWords(server.url), place);
    const settled = client.settled();
    await client.request("prompt", { message: "go" });
    await settled;
    const types = client.records.map(({ type }) => type);
    expect(types.filter((type) => type === "agent_settled")).toHaveLength(1);
    expect(types.indexOf("auto_retry_start")).toBeGreaterThan(0);
    expect(types.indexOf("auto_retry_end")).toBeLessThan(types.indexOf("agent_settled"));
  });

  it("C13.8 repeats can be switched off, and the one that is waited for given up: the run fails with the reason", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([overloaded("60")], { repeatLast: true });
    await using client = new DrivenTau(modelWords(server.url), place);
    const settled = client.settled();
    await client.request("prompt", { message: "go" });
    await client.until(({ type }) => type === "auto_retry_start");
    await client.request("abort_retry", {});
    await settled;
    await client.request("set_auto_retry", { enabled: false });
    const again = client.settled();
    await client.request("prompt", { message: "go" });
    await again;
    expect(server.requests).toHaveLength(2);
    const ends = client.records.filter(({ type }) => type === "agent_end");
    expect(ends.map((end) => end["outcome"])).toEqual(["error", "error"]);
    const { messages } = await client.request("get_messages", {});
    expect(messages.at(-1)).toMatchObject({
      stopReason: "error",
      errorMessage: expect.stringContaining("Overloaded"),
    });
  });
});
