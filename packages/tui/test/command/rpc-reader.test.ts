import { anthropicText, anthropicToolCall, startModelServer } from "@tau-ts/test-server";
import type { ModelTurn } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { quickCommands } from "../support/quick-commands.ts";
import { DrivenTau } from "../support/rpc.ts";
import { makePlace, modelWords } from "../support/tau.ts";

const { body, ...head } = anthropicText("a long answer");
const stalled: ModelTurn = { ...head, body: body.slice(0, 3), ending: "stall" };
const shell = (command: string): ModelTurn =>
  anthropicToolCall({ name: "bash", arguments: { command } });

/** Whether the commands that were given are answered is looked at, not when: `scripts/rpc-latency.ts` measures that. */
describe("the reader of RPC never waits", { timeout: 60_000 }, () => {
  it.each([
    ["a reply streams", stalled, "message_update", []],
    [
      "a command runs that ignores TERM",
      shell('trap "" TERM; while true; do sleep 0.1; done'),
      "tool_execution_start",
      ["--permission-mode", "full"],
    ],
    ["a person is asked", shell("touch x"), "extension_ui_request", []],
  ] as const)(
    "C14 every command that waits for nothing is answered while %s, and the user's command runs",
    async (_what, turn, sign, words) => {
      await using place = await makePlace();
      await using server = await startModelServer([turn]);
      await using client = new DrivenTau([...words, ...modelWords(server.url)], place);
      await client.request("prompt", { message: "go" });
      await client.until(({ type }) => type === sign);
      const running = client.request("bash", { command: "sleep 300" });
      for (const [, perform] of quickCommands(client)) await perform();
      expect(await client.request("get_state", {})).toMatchObject({ isStreaming: true });
      const types = client.records.map(({ type }) => type);
      expect(types).not.toContain("agent_settled");
      expect(types).not.toContain("bash_execution_end");
      await client.request("abort", {});
      expect(await running).toMatchObject({ cancelled: true });
    },
  );

  it("C14 they are answered while a summary is made", async () => {
    await using place = await makePlace();
    const long = (word: string): ModelTurn => anthropicText([`${word} `.repeat(30_000)]);
    await using server = await startModelServer([long("word"), long("more"), stalled]);
    await using client = new DrivenTau(modelWords(server.url), place);
    for (const message of ["one", "two"]) {
      const settled = client.settled();
      await client.request("prompt", { message });
      await settled;
    }
    const compaction = client.request("compact", {}).catch((error: unknown) => error);
    await client.until(({ type }) => type === "compaction_start");
    for (const [, perform] of quickCommands(client)) await perform();
    expect(await client.request("get_state", {})).toMatchObject({ isCompacting: true });
    expect(client.records.map(({ type }) => type)).not.toContain("compaction_end");
    await client.request("abort", {});
    expect(await compaction).toMatchObject({ message: expect.stringMatching(/cancelled/) });
  });
});
