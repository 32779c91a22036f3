import { textOf } from "@tau-ts/ai";
import { anthropicText, anthropicToolCall, startModelServer } from "@tau-ts/test-server";
import { describe, expect, it } from "vitest";
import { DrivenTau } from "../support/rpc.ts";
import { makePlace, modelWords } from "../support/tau.ts";

/** Waits until a file named `go` is there: what is queued meanwhile is queued during the run. */
const waits = anthropicToolCall({
  name: "bash",
  arguments: { command: "until [ -e go ]; do sleep 0.01; done" },
});
const full = ["--permission-mode", "full"];

describe("what waits to be said over RPC", { timeout: 30_000 }, () => {
  it.each([
    ["all", ["one", "", "(no output)", "a", "b", "two", "c", "d", "three"]],
    [
      "one-at-a-time",
      ["one", "", "(no output)", "a", "two", "b", "three", "c", "four", "d", "five"],
    ],
  ] as const)("C3.8 in the mode %s", async (mode, said) => {
    await using place = await makePlace();
    await using server = await startModelServer([
      waits,
      ...["two", "three", "four", "five"].map((text) => anthropicText(text)),
    ]);
    await using client = new DrivenTau([...full, ...modelWords(server.url)], place);
    const settled = client.settled();
    await client.request("prompt", { message: "one" });
    await client.until(({ type }) => type === "tool_execution_start");
    await client.request("steer", { message: "a" });
    await client.request("follow_up", { message: "c" });
    // Holds for what waits already.
    await client.request("set_steering_mode", { mode });
    await client.request("set_follow_up_mode", { mode });
    await client.request("steer", { message: "b" });
    await client.request("follow_up", { message: "d" });
    expect(await client.request("get_state", {})).toMatchObject({
      steeringMode: mode,
      followUpMode: mode,
      pendingMessageCount: 4,
    });
    await client.request("bash", { command: "touch go", excludeFromContext: true });
    await settled;
    const { messages } = await client.request("get_messages", {});
    const spoken = messages.filter(({ role }) => role !== "bashExecution");
    expect(spoken.map((message) => textOf(message))).toEqual(said);
  });

  it("C4.5 stays there after an abort, and the next prompt is answered before it is said", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([
      waits,
      ...["two", "three", "four"].map((text) => anthropicText(text)),
    ]);
    await using client = new DrivenTau([...full, ...modelWords(server.url)], place);
    await client.request("prompt", { message: "one" });
    await client.until(({ type }) => type === "tool_execution_start");
    await client.request("steer", { message: "left" });
    await client.request("follow_up", { message: "then" });
    await client.request("follow_up", { message: "at last" });
    await client.request("abort", {});
    expect(await client.request("get_state", {})).toMatchObject({
      isStreaming: false,
      pendingMessageCount: 3,
    });
    expect(server.requests).toHaveLength(1);
    const settled = client.settled();
    await client.request("prompt", { message: "go on" });
    await settled;
    const { messages } = await client.request("get_messages", {});
    const words = messages.map((message) => textOf(message));
    expect(words.slice(words.indexOf("go on"))).toEqual([
      "go on",
      "left",
      "two",
      "then",
      "three",
      "at last",
      "four",
    ]);
  });

  it("C4.5 is given back by clear_queue, so that nothing is said after an abort", async () => {
    await using place = await makePlace();
    await using server = await startModelServer([waits, anthropicText("two")]);
    await using client = new DrivenTau([...full, ...modelWords(server.url)], place);
    await client.request("prompt", { message: "one" });
    await client.until(({ type }) => type === "tool_execution_start");
    await client.request("steer", { message: "left" });
    await client.request("follow_up", { message: "then" });
    expect(await client.request("clear_queue", {})).toEqual({
      steering: ["left"],
      followUp: ["then"],
    });
    await client.request("abort", {});
    const settled = client.settled();
    await client.request("prompt", { message: "go on" });
    await settled;
    expect(server.requests).toHaveLength(2);
  });
});
