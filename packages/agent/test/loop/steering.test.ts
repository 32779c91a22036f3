import { textOf } from "@tau-ts/ai";
import type { UserMessage } from "@tau-ts/ai";
import { userMessage } from "@tau-ts/ai";
import { describe, expect, it, vi } from "vitest";
import { asks, call, playing, says } from "../support/models.ts";
import { run } from "../support/run-loop.ts";
import { shape } from "../support/shapes.ts";
import { echo, tool } from "../support/tools.ts";

describe("words that come while the loop runs", () => {
  it("C3.8 steering is asked for with the prompt and after each batch, follow-ups at the end", async () => {
    const steering: UserMessage[][] = [[userMessage("s1")], [userMessage("s2")]];
    const followUps: UserMessage[][] = [[userMessage("f1")]];
    const model = playing(asks(call("c1", "echo")), says("one"), says("two"));
    const { messages } = await run({
      model,
      tools: [echo],
      getSteering: () => steering.shift() ?? [],
      getFollowUps: () => followUps.shift() ?? [],
    });
    const words = messages.map((message) =>
      message.role === "user" ? textOf(message) : message.role,
    );
    expect(words).toEqual([
      "go",
      "s1",
      "assistant",
      "toolResult",
      "s2",
      "assistant",
      "f1",
      "assistant",
    ]);
  });

  it("C3.8 PEER-24 PEER-25 what is said during a batch waits for all of its results", async () => {
    const steering: UserMessage[] = [];
    const ran: string[] = [];
    const calls = ["c1", "c2", "c3"];
    const note = tool("note", (_args, { toolCallId }) => {
      ran.push(toolCallId);
      if (toolCallId === "c1") steering.push(userMessage("something else, please"));
    });
    const model = playing(asks(...calls.map((id) => call(id, "note"))), says("ok"));
    const { messages } = await run({
      model,
      tools: [note],
      getSteering: () => steering.splice(0),
    });
    expect(ran).toEqual(calls);
    expect(shape(messages)).toBe("U A[c1,c2,c3] R(c1) R(c2) R(c3) U A");
    expect(shape(model.requests[1]?.messages ?? [])).toBe("U A[c1,c2,c3] R(c1) R(c2) R(c3) U");
  });

  it("C3.8 what is said while the last reply comes in is answered before follow-ups are", async () => {
    const steering: UserMessage[] = [];
    const model = playing(() => (steering.push(userMessage("wait")), says("one")), says("two"));
    const { messages } = await run({
      model,
      getSteering: () => steering.splice(0),
      getFollowUps: () => [],
    });
    expect(shape(messages)).toBe("U A U A");
  });

  it("C3.8 once the signal is aborted neither is asked", async () => {
    const getSteering = vi.fn(() => []);
    await run({
      model: playing(),
      signal: AbortSignal.abort(),
      getSteering,
      getFollowUps: getSteering,
    });
    expect(getSteering).not.toHaveBeenCalled();
  });
});
