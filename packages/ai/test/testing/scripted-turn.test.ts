import { setImmediate as nextMacrotask } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  complete,
  ProviderError,
  textOf,
  toolCalls,
  userMessage,
  type AssistantMessage,
} from "../../src/index.ts";
import { scriptedModel, type ScriptedFailure } from "../../src/testing/index.ts";
import {
  blockTypes,
  collect,
  countListeners,
  finalMessage,
  outcome,
  types,
} from "../support/events.ts";

const request = { messages: [userMessage("hi", 1)] };
const call: AssistantMessage = {
  role: "assistant",
  content: [
    { type: "text", text: "Look" },
    { type: "toolCall", id: "c1", name: "write", arguments: { content: "x".repeat(100) } },
  ],
  stopReason: "toolUse",
};

describe("turns of a scripted model", () => {
  it("C13.5 a cut stream is an error that keeps what came; an unfinished call is left out", async () => {
    const model = scriptedModel([
      { say: "one two three", after: 2, ending: "cut" },
      { say: call, after: 3, ending: "cut" },
      { say: "all", ending: "cut" },
    ]);
    const events = await collect(model.stream(request));
    expect(types(events)).toEqual(["start", "text_start", "text_delta", "text_delta", "error"]);
    expect(finalMessage(events)).toMatchObject({
      stopReason: "error",
      errorMessage: "stream ended without a terminal event",
      content: [{ type: "text", text: "one two " }],
      diagnostics: [{ type: "provider_error", kind: "protocol", retryable: true }],
    });
    const cutCall = await outcome(model.stream(request));
    expect([textOf(cutCall), toolCalls(cutCall)]).toEqual(["Look", []]);
    expect(await outcome(model.stream(request))).toMatchObject({
      stopReason: "error",
      content: [{ text: "all" }],
    });
  });

  it("C13.6 C13.10 a failure is what a provider would report, before or after content", async () => {
    const ending: ScriptedFailure = {
      kind: "overloaded",
      message: "Overloaded",
      retryable: true,
      status: 529,
      retryAfterMs: 2_000,
    };
    const model = scriptedModel([
      { ending },
      { say: "Let me see", after: 1, ending },
      { ending: { kind: "auth" } },
    ]);
    const events = await collect(model.stream(request));
    expect(types(events)).toEqual(["start", "error"]);
    expect(finalMessage(events)).toMatchObject({
      stopReason: "error",
      errorMessage: "Overloaded",
      diagnostics: [{ kind: "overloaded", retryable: true, status: 529, retryAfterMs: 2_000 }],
    });
    expect(textOf(await outcome(model.stream(request)))).toBe("Let ");
    const thrown = complete(model, request, { throwOnError: true });
    await expect(thrown).rejects.toSatisfy(ProviderError.isInstance);
    await expect(thrown).rejects.toMatchObject({ kind: "auth", retryable: false });
  });

  it("C13.3 milliseconds are passed by the given sleep, before and between the events", async () => {
    const waits: number[] = [];
    const sleep = (ms: number): Promise<void> => Promise.resolve(void waits.push(ms));
    const model = scriptedModel([{ say: "a b", delay: 500, pauseMs: 20 }], { sleep });
    const events = await collect(model.stream(request));
    expect(types(events)).toEqual(["start", ...blockTypes("text", 2), "done"]);
    expect(waits).toEqual([500, 20, 20, 20, 20, 20]);
  });

  it("C13.3 a promise holds the reply until the test settles it; one that rejects fails the reply", async () => {
    const gate = Promise.withResolvers<void>();
    const model = scriptedModel([
      { say: "late", delay: gate.promise },
      () => ({ say: "never", delay: Promise.reject(new Error("no")) }),
    ]);
    let isOver = false;
    const reply = outcome(model.stream(request)).finally(() => (isOver = true));
    await nextMacrotask();
    expect(isOver).toBe(false);
    gate.resolve();
    expect(textOf(await reply)).toBe("late");
    expect(await outcome(model.stream(request))).toMatchObject({
      stopReason: "error",
      errorMessage: "no",
    });
  });

  it.each([
    ["a delay", { say: "x", delay: new Promise(() => undefined) }],
    ["a real timer", { say: "x", delay: 60_000 }],
    ["a pause", { say: "x y", pauseMs: 60_000 }],
    ["a stall", { say: "x y", after: 1, ending: "stall" }],
    ["a stall before anything", { ending: "stall" }],
  ] as const)("C6.4 an abort during %s ends the reply at once", async (_, turn) => {
    const controller = new AbortController();
    const listeners = countListeners(controller.signal);
    const { signal } = controller;
    const events = collect(scriptedModel([turn]).stream({ ...request, signal }));
    await nextMacrotask();
    controller.abort();
    let settled = false;
    void events.then(() => (settled = true));
    await nextMacrotask();
    expect(settled).toBe(true);
    expect(finalMessage(await events).stopReason).toBe("aborted");
    expect(listeners()).toBe(0);
  });

  it("C13.3 leaving the loop ends a stall as well", async () => {
    const model = scriptedModel([{ say: "x y", after: 1, ending: "stall" }]);
    for await (const event of model.stream(request)) if (event.type === "text_delta") break;
    expect(model.requests.length).toBe(1);
  });

  it("C13.3 facts about the model can be given", () => {
    expect(scriptedModel([], { info: { contextWindow: 1_000 } }).info).toEqual({
      id: "scripted",
      provider: "scripted",
      api: "scripted",
      contextWindow: 1_000,
    });
  });
});
