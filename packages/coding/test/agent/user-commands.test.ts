import { rmSync, statSync } from "node:fs";
import { defineTool } from "@tau-ts/agent";
import { JsonlLog } from "@tau-ts/agent/node";
import { describe, expect, it, onTestFinished } from "vitest";
import { MemoryShell } from "../../src/shell/memory-shell.ts";
import { asks, makeAgent, named, shown } from "../support/agent.ts";

const shell = (): MemoryShell =>
  new MemoryShell(({ command, print }) => {
    if (command.startsWith("fail")) throw new Error("no such shell");
    print(`ran ${command}\n`);
    return command === "false" ? 1 : 0;
  });

describe("a command of the user's", () => {
  it("TAU-6.4 is recorded and shown to the model; with !! it is kept from it", async () => {
    const model = named("m", "ok");
    const { agent, events } = await makeAgent({ model, shell: shell(), mode: "read-only" });
    const message = await agent.bash({ command: "false", excludeFromContext: false }, { id: "b1" });
    expect(message).toMatchObject({
      output: "ran false\n",
      exitCode: 1,
      cancelled: false,
      truncated: false,
    });
    await agent.bash({ command: "secret", excludeFromContext: true });
    await agent.prompt("go");
    expect(shown(model)).toContain("ran false");
    expect(JSON.stringify(agent.messages)).toContain("ran secret");
    const asked = events.filter((event) => "id" in event && event.id === "b1");
    expect(asked).toMatchObject([
      { type: "bash_execution_start", command: "false", excludeFromContext: false },
      { type: "bash_execution_update", delta: "ran false\n" },
      { type: "bash_execution_end", exitCode: 1, cancelled: false },
    ]);
    const log = await JsonlLog.open(agent.session.path ?? "", { readOnly: true });
    expect(await log.replay()).toEqual(agent.messages);
  });

  it("PEER-25 during a run it is recorded after it: never between a call and its result", async () => {
    const tool = defineTool({
      name: "work",
      description: "",
      parameters: { type: "object" },
      execute: async () => {
        await agent.bash({ command: "ls", excludeFromContext: false });
        await agent.steer("and this");
        return "worked";
      },
    });
    const model = named("m", asks("work", {}), "ok", "after");
    const { agent } = await makeAgent({ model, shell: shell(), tools: { extra: [tool] } });
    const { outcome } = await agent.prompt("go");
    expect(outcome).toBe("completed");
    await agent.whenIdle();
    expect(agent.messages.map(({ role }) => role)).toEqual([
      "user",
      "assistant",
      "toolResult",
      "user",
      "assistant",
      "bashExecution",
    ]);
    await agent.prompt("next");
    expect(agent.messages.at(-3)?.role).toBe("bashExecution");
    const log = await JsonlLog.open(agent.session.path ?? "", { readOnly: true });
    expect(await log.replay()).toEqual(agent.messages);
  });

  it("a flood of output is shown in parts and recorded as its end, with the file that has all of it", async () => {
    const { agent, events } = await makeAgent({ model: named("m") });
    const message = await agent.bash({ command: "seq 1 200000", excludeFromContext: false });
    expect(message.truncated).toBe(true);
    expect(message.output.length).toBeLessThan(50_001);
    expect(message.output.trimEnd()).toMatch(/200000$/);
    const { fullOutputPath = "" } = message;
    onTestFinished(() => rmSync(fullOutputPath));
    expect(statSync(fullOutputPath).size).toBe(1_288_895);
    const deltas = events.flatMap((event) =>
      event.type === "bash_execution_update" ? [event.delta] : [],
    );
    expect(deltas.length).toBeLessThan(50);
    expect(deltas.join("").trimEnd()).toMatch(/200000$/);
  });

  it("one that cannot be started is the caller's news, and nothing is recorded", async () => {
    const { agent } = await makeAgent({ model: named("m"), shell: shell() });
    await expect(agent.bash({ command: "fail", excludeFromContext: false })).rejects.toThrow(
      "no such shell",
    );
    expect(agent.messages).toEqual([]);
  });

  it("C5.1 one that is stopped before it starts is cancelled", async () => {
    const { agent } = await makeAgent({ model: named("m"), shell: shell() });
    const signal = AbortSignal.abort();
    const message = await agent.bash({ command: "ls", excludeFromContext: false }, { signal });
    expect(message).toMatchObject({ cancelled: true, output: "" });
  });
});
