import { describe, expect, it } from "vitest";
import {
  failedMessage,
  textOf,
  userMessage,
  type AssistantEvent,
  type AssistantMessage,
} from "../../src/index.ts";
import { scriptedModel } from "../../src/testing/index.ts";
import {
  blockTypes,
  collect,
  countListeners,
  finalMessage,
  outcome,
  types,
} from "../support/events.ts";

const request = { messages: [userMessage("hi", 1)] };
const rich: AssistantMessage = {
  role: "assistant",
  content: [
    { type: "thinking", thinking: "hm hm", thinkingSignature: "SIG" },
    { type: "text", text: "Look 😀 here" },
    {
      type: "toolCall",
      id: "c1",
      name: "write",
      arguments: { path: "a", content: "x".repeat(60) },
    },
  ],
  usage: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 3 },
  stopReason: "toolUse",
};

describe("scriptedModel", () => {
  it("C13.3 text is streamed: start, deltas, end, done", async () => {
    const events = await collect(scriptedModel(["Hello big world"]).stream(request));
    expect(types(events)).toEqual(["start", ...blockTypes("text", 3), "done"]);
    expect(textOf(finalMessage(events))).toBe("Hello big world");
    expect(finalMessage(events).timestamp).toBeTypeOf("number");
  });

  it("C13.3 a message is streamed block by block and comes back whole, as a copy", async () => {
    const events = await collect(scriptedModel([rich]).stream(request));
    expect(types(events).filter((type) => !type.endsWith("_delta"))).toEqual([
      "start",
      ...blockTypes("thinking", 0),
      ...blockTypes("text", 0),
      ...blockTypes("toolcall", 0),
      "done",
    ]);
    const fragments = events
      .filter((event) => event.type === "toolcall_delta")
      .map((event) => event.delta);
    expect(fragments.length).toBeGreaterThan(2);
    expect(fragments.join("")).toBe(
      JSON.stringify(rich.content[2]?.type === "toolCall" && rich.content[2].arguments),
    );
    const { timestamp: _, ...message } = finalMessage(events);
    expect(message).toEqual(rich);
    expect(message.content).not.toBe(rich.content);
  });

  it("C1.4 a failed message ends as what it is", async () => {
    const model = scriptedModel([
      failedMessage("boom"),
      failedMessage("Operation aborted", "aborted"),
    ]);
    expect((await collect(model.stream(request))).at(-1)).toMatchObject({
      type: "error",
      reason: "error",
    });
    expect((await collect(model.stream(request))).at(-1)).toMatchObject({
      type: "error",
      reason: "aborted",
    });
  });

  it("C3.11 given events are reported as they are, also without a terminal", async () => {
    const events: AssistantEvent[] = [{ type: "start", partial: structuredClone(rich) }];
    expect(await collect(scriptedModel([events]).stream(request))).toEqual(events);
  });

  it("C13.3 functions see the request, may be asynchronous, and may throw", async () => {
    const model = scriptedModel([
      ({ messages }) => `${messages.length} message`,
      async () => {
        await Promise.resolve();
        return rich;
      },
      () => {
        throw new Error("no idea");
      },
    ]);
    expect(textOf(await outcome(model.stream(request)))).toBe("1 message");
    expect(await outcome(model.stream(request))).toMatchObject({ stopReason: "toolUse" });
    expect(await outcome(model.stream(request))).toMatchObject({
      stopReason: "error",
      errorMessage: "no idea",
    });
  });

  it("C13.3 requests are remembered with their messages as they were", async () => {
    const model = scriptedModel(["a"], { repeatLast: true });
    const messages = [userMessage("one", 1)];
    await collect(model.stream({ messages, system: "S" }));
    messages.push(userMessage("two", 2));
    await collect(model.stream({ messages }));
    expect(model.requests.map((one) => one.messages.length)).toEqual([1, 2]);
    expect(model.requests[0]).toMatchObject({ system: "S" });
  });

  it("C13.3 beyond the last reply it says so, or repeats it", async () => {
    const once = scriptedModel(["a"]);
    await collect(once.stream(request));
    expect(await outcome(once.stream(request))).toMatchObject({
      stopReason: "error",
      errorMessage: "scriptedModel has no reply left: call 2 of 1",
    });
    const again = scriptedModel(["a", "b"], { repeatLast: true });
    const texts = [];
    for (let call = 0; call < 4; call++) texts.push(textOf(await outcome(again.stream(request))));
    expect(texts).toEqual(["a", "b", "b", "b"]);
  });

  it("C6.4 an abort between two events ends the reply with what was said", async () => {
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const all: AssistantEvent[] = [];
    for await (const event of scriptedModel(["one two three"]).stream({
      ...request,
      signal: controller.signal,
    })) {
      all.push(event);
      if (event.type === "text_delta") controller.abort();
    }
    expect(finalMessage(all)).toMatchObject({
      stopReason: "aborted",
      errorMessage: "Operation aborted",
    });
    expect(textOf(finalMessage(all))).toBe("one ");
    expect(listeners()).toBe(0);
  });

  it("C6.4 given events are cut short by an abort too", async () => {
    const controller = new AbortController();
    const partial: AssistantMessage = {
      role: "assistant",
      content: [{ type: "text", text: "so far" }],
      stopReason: "stop",
    };
    const script: AssistantEvent[] = [
      { type: "start", partial },
      { type: "text_delta", contentIndex: 0, delta: "so far", partial },
      { type: "done", reason: "stop", message: partial },
    ];
    const all: AssistantEvent[] = [];
    for await (const event of scriptedModel([script]).stream({
      ...request,
      signal: controller.signal,
    })) {
      all.push(event);
      if (event.type === "start") controller.abort();
    }
    expect(types(all)).toEqual(["start", "error"]);
    expect(textOf(finalMessage(all))).toBe("so far");
  });

  it("C6.4 an abort does not wait for a reply function that hangs, nor does return()", async () => {
    const hang = (): Promise<string> => new Promise(() => undefined);
    const controller = new AbortController();
    const model = scriptedModel([hang], { repeatLast: true });
    setTimeout(() => controller.abort(), 5);
    expect(await outcome(model.stream({ ...request, signal: controller.signal }))).toMatchObject({
      stopReason: "aborted",
    });
    const events = model.stream(request)[Symbol.asyncIterator]();
    const pending = events.next();
    await events.return?.();
    expect(await pending).toEqual({ done: true, value: undefined });
  });
});
