import { Harness, defineTool } from "@tau-ts/agent";
import { failedMessage } from "@tau-ts/ai";
import type { AssistantMessage } from "@tau-ts/ai";
import { scriptedModel } from "@tau-ts/ai/testing";
import type { ScriptedReply } from "@tau-ts/ai/testing";
import { TextFrontend } from "@tau-ts/tui";
import { describe, expect, it } from "vitest";
import { MemoryWriter } from "../support/writers.ts";

const look = defineTool({
  name: "look",
  description: "Looks.",
  parameters: { type: "object" },
  execute: () => "seen",
});

function asks(text: string): AssistantMessage {
  return {
    role: "assistant",
    content: [
      { type: "text", text },
      { type: "toolCall", id: "c1", name: "look", arguments: {} },
    ],
    stopReason: "toolUse",
  };
}

async function show(replies: readonly ScriptedReply[]) {
  const [stdout, stderr] = [new MemoryWriter(), new MemoryWriter()];
  const frontend = new TextFrontend({ stdout, stderr });
  const harness = new Harness({ model: scriptedModel(replies), tools: [look] });
  for await (const event of harness.prompt("hello")) frontend.render(event);
  const endedWell = await frontend.finish();
  return { endedWell, stdout: stdout.text, stderr: stderr.text };
}

describe("TextFrontend", () => {
  it("C14.2 prints the last reply's text and nothing of what came before it", async () => {
    expect(await show([asks("I will look."), "It is there."])).toEqual({
      endedWell: true,
      stdout: "It is there.\n",
      stderr: "",
    });
  });

  it("C14.2 adds no second newline", async () => {
    expect((await show(["It is there.\n"])).stdout).toBe("It is there.\n");
  });

  it("C14.2 a failed run writes its reason to stderr, in one line, and prints nothing without an answer", async () => {
    expect(await show([failedMessage("Overloaded:\n  try later")])).toEqual({
      endedWell: false,
      stdout: "",
      stderr: "Error: Overloaded: try later\n",
    });
  });

  it("C14.2 a reply that failed half-way is printed as far as it came, then the reason", async () => {
    const half: AssistantMessage = {
      ...failedMessage("connection reset"),
      content: [{ type: "text", text: "It is th" }],
    };
    expect(await show([half])).toEqual({
      endedWell: false,
      stdout: "It is th\n",
      stderr: "Error: connection reset\n",
    });
  });

  it("C6.14 a stopped run did not end well, whatever was said before", async () => {
    const [stdout, stderr] = [new MemoryWriter(), new MemoryWriter()];
    const frontend = new TextFrontend({ stdout, stderr });
    const harness = new Harness({
      model: scriptedModel([asks("I will look."), "x"]),
      tools: [look],
    });
    for await (const event of harness.prompt("hello")) {
      frontend.render(event);
      if (event.type === "tool_execution_start") harness.cancel("enough");
    }
    expect(await frontend.finish()).toBe(false);
    expect(stdout.text).toBe("");
    expect(stderr.text).toBe("Error: Operation aborted: enough\n");
  });

  it.each([
    ["aborted", "Error: Operation aborted\n"],
    ["abandoned", "Error: Operation aborted; what did not stop in time was left behind\n"],
    ["error", "Error: the run failed and nobody said why\n"],
  ] as const)(
    "C6.14 outcome %s without a closing message has a reason too",
    async (outcome, told) => {
      const stderr = new MemoryWriter();
      const frontend = new TextFrontend({ stdout: new MemoryWriter(), stderr });
      frontend.render({ type: "agent_end", messages: [], outcome });
      expect(await frontend.finish()).toBe(false);
      expect(stderr.text).toBe(told);
    },
  );

  it("C14.1 a run whose end was not seen did not end well", async () => {
    const stderr = new MemoryWriter();
    const frontend = new TextFrontend({ stdout: new MemoryWriter(), stderr });
    frontend.render({ type: "agent_start" });
    expect(await frontend.finish()).toBe(false);
    expect(stderr.text).toBe("Error: the run was not seen to its end\n");
  });
});
