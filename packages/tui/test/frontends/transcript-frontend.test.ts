import { Harness, defineTool } from "@tau-ts/agent";
import type { AssistantMessage, Model } from "@tau-ts/ai";
import { scriptedModel } from "@tau-ts/ai/testing";
import { describe, expect, it } from "vitest";
import { TranscriptFrontend } from "../../src/frontends/transcript-frontend.ts";
import { MemoryWriter } from "../support/writers.ts";

const calls: AssistantMessage = {
  role: "assistant",
  content: [
    { type: "text", text: "I will look." },
    { type: "toolCall", id: "c1", name: "look", arguments: { where: "x".repeat(100) } },
  ],
  stopReason: "toolUse",
};

const look = defineTool({
  name: "look",
  description: "Looks.",
  parameters: { type: "object" },
  execute: () => {
    throw new Error("nothing\nthere");
  },
});

async function show(model: Model) {
  const [stdout, stderr] = [new MemoryWriter(), new MemoryWriter()];
  const frontend = new TranscriptFrontend({ stdout, stderr, columns: 40 });
  const harness = new Harness({ model, tools: [look] });
  for await (const event of harness.prompt("hello")) frontend.render(event);
  return { endedWell: await frontend.finish(), stdout: stdout.text, stderr: stderr.text };
}

describe("TranscriptFrontend", () => {
  it("C14.1 shows answers as they come and one short line for each call and for its failure", async () => {
    expect(await show(scriptedModel([calls, "Nothing is there."]))).toEqual({
      endedWell: true,
      stdout: "I will look.\nNothing is there.\n",
      stderr: `· look {"where":"${"x".repeat(21)}…\n  nothing there\n`,
    });
  });

  it("C14.1 shows an answer that was not streamed", async () => {
    const message: AssistantMessage = {
      role: "assistant",
      content: [{ type: "text", text: "At once." }],
      stopReason: "stop",
    };
    const shown = await show({
      async *stream() {
        yield { type: "done", reason: "stop", message };
      },
    });
    expect(shown.stdout).toBe("At once.\n");
  });

  it("C6.14 says why a run did not end well", async () => {
    const shown = await show(scriptedModel([]));
    expect(shown.endedWell).toBe(false);
    expect(shown.stderr).toMatch(/^Error: .+\n$/);
  });

  it("C14.1 says in whole seconds when a failed call is made again", async () => {
    const [stdout, stderr] = [new MemoryWriter(), new MemoryWriter()];
    const frontend = new TranscriptFrontend({ stdout, stderr });
    const retry = { attempt: 1, maxAttempts: 4, delayMs: 523.4, errorMessage: "over\nloaded" };
    frontend.render({ type: "auto_retry_start", ...retry });
    await frontend.finish();
    expect(stderr.text).toContain("  trying again in 1s: over loaded\n");
  });
});
