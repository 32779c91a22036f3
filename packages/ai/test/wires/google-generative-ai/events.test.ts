import { describe, expect, it } from "vitest";
import { parseStream, toolCalls, type AssistantEvent } from "../../../src/index.ts";
import { chunked } from "../../support/bytes.ts";
import { blockTypes, collect, finalMessage, outcome, types } from "../../support/events.ts";
import { event, parts, stop, textReply } from "../../support/google.ts";

function parse(...texts: string[]): AsyncIterable<AssistantEvent> {
  return parseStream("google-generative-ai", chunked(texts), { provider: "google" });
}

describe("events of the Generative Language API", () => {
  it("C13.3 parts of one kind in a row are one block; a whole reply", async () => {
    const events = await collect(
      parse(
        parts([{ text: "hm ", thought: true }]),
        parts([{ text: "hm", thought: true, thoughtSignature: "S1" }, { text: "ye" }]),
        parts([{ text: "s" }]),
        parts([{ text: "", thoughtSignature: "S2" }]),
        stop("STOP", {
          promptTokenCount: 10,
          cachedContentTokenCount: 4,
          candidatesTokenCount: 5,
          thoughtsTokenCount: 3,
        }),
      ),
    );
    expect(types(events)).toEqual([
      "start",
      ...blockTypes("thinking", 2),
      ...blockTypes("text", 2),
      "done",
    ]);
    expect(finalMessage(events)).toMatchObject({
      api: "google-generative-ai",
      provider: "google",
      model: "gemini-test",
      responseId: "r1",
      stopReason: "stop",
      content: [
        { type: "thinking", thinking: "hm hm", thinkingSignature: "S1" },
        { type: "text", text: "yes", textSignature: "S2" },
      ],
      usage: { input: 6, output: 8, cacheRead: 4, cacheWrite: 0, reasoning: 3, totalTokens: 18 },
    });
  });

  it("C13.4 calls come whole, with ids of their own where the wire has none", async () => {
    const events = await collect(
      parse(
        parts([
          { text: "so" },
          { functionCall: { name: "read", args: { path: "a" } }, thoughtSignature: "S" },
          { functionCall: { name: "read", id: "given" } },
        ]),
        parts([{ text: "" }]),
        stop(),
      ),
    );
    const message = finalMessage(events);
    const [first, second] = toolCalls(message);
    expect(message.stopReason).toBe("toolUse");
    expect(first).toMatchObject({ name: "read", arguments: { path: "a" }, thoughtSignature: "S" });
    expect(first?.id).toMatch(/^call_[0-9a-f]{24}$/);
    expect(second).toEqual({ type: "toolCall", id: "given", name: "read", arguments: {} });
    expect(message.content).toHaveLength(3);
    expect(types(events).filter((type) => type.startsWith("toolcall"))).toEqual([
      ...blockTypes("toolcall", 0),
      ...blockTypes("toolcall", 0),
    ]);
  });

  it("C13.4 arguments in pieces are put together; half a call is left out", async () => {
    const piece = (jsonPath: string, value: object, more = true) =>
      parts([{ functionCall: { partialArgs: [{ jsonPath, ...value }], willContinue: more } }]);
    const start = parts([{ functionCall: { name: "edit", willContinue: true } }]);
    const whole = [
      start,
      piece("$.path", { stringValue: "a/", willContinue: true }),
      piece("$.path", { stringValue: "b" }),
      piece("$.edits[0]['old text']", { stringValue: "x" }),
      piece("$.edits[0].count", { numberValue: 2 }),
      piece("$.edits[1].all", { boolValue: true }),
      piece("$.none", { nullValue: "NULL_VALUE" }),
      piece("$.__proto__.x", { stringValue: "no" }),
      piece("$.edits[9]", { stringValue: "no" }),
      piece("$..deep", { stringValue: "no" }),
    ];
    const end = parts([{ functionCall: {} }]);
    const message = await outcome(parse(...whole, end, stop()));
    expect(toolCalls(message)).toMatchObject([
      {
        name: "edit",
        arguments: {
          path: "a/b",
          edits: [{ "old text": "x", count: 2 }, { all: true }],
          none: null,
        },
      },
    ]);
    const cut = await outcome(parse(...whole, stop("MAX_TOKENS")));
    expect([cut.stopReason, toolCalls(cut)]).toEqual(["length", []]);
    const broken = await outcome(parse(...whole, stop()));
    expect([broken.stopReason, toolCalls(broken)]).toEqual(["error", []]);
    expect(Object.prototype).not.toHaveProperty("x");
  });

  it("C13.5 without a finish reason the reply is cut off", async () => {
    expect(await outcome(parse(parts([{ text: "half" }])))).toMatchObject({
      stopReason: "error",
      errorMessage: "stream ended without a terminal event",
      content: [{ text: "half" }],
    });
  });

  it("C13.6 an error event wins over a finish reason and keeps the content", async () => {
    const error = event({ error: { code: 503, message: "overloaded", status: "UNAVAILABLE" } });
    expect(await outcome(parse(textReply("half"), error))).toMatchObject({
      stopReason: "error",
      errorMessage: "overloaded",
      content: [{ text: "half" }],
      diagnostics: [{ kind: "overloaded", retryable: true }],
    });
  });

  it.each([
    ["SAFETY", "content-filter", false],
    ["RECITATION", "content-filter", false],
    ["PROHIBITED_CONTENT", "content-filter", false],
    ["MALFORMED_FUNCTION_CALL", "server", true],
    ["OTHER", "server", true],
    ["NEVER_HEARD_OF", "server", true],
  ])("C13.3 finish reason %s is an error of kind %s", async (reason, kind, retryable) => {
    const message = await outcome(parse(parts([{ text: "a" }]), stop(reason)));
    expect(message).toMatchObject({
      stopReason: "error",
      content: [{ text: "a" }],
      diagnostics: [{ kind, retryable, code: reason }],
      usage: { input: 7, output: 5 },
    });
    expect(message.errorMessage).toContain(reason);
  });

  it("C13.3 a blocked prompt is an error that says why", async () => {
    const blocked = (feedback: object) => outcome(parse(event({ promptFeedback: feedback })));
    expect(await blocked({ blockReason: "SAFETY" })).toMatchObject({
      stopReason: "error",
      errorMessage: "the prompt was blocked (SAFETY)",
      diagnostics: [{ kind: "content-filter", retryable: false }],
    });
    const told = await blocked({ blockReason: "OTHER", blockReasonMessage: "Because." });
    expect(told.errorMessage).toBe("Because.");
    const fine = parse(event({ promptFeedback: { safetyRatings: [] } }), textReply("ok"));
    expect((await outcome(fine)).stopReason).toBe("stop");
  });

  it("C13.7 counts are the last of each, and nothing is counted where nothing was said", async () => {
    const early = parts([{ text: "a" }], {}, { usageMetadata: { promptTokenCount: 9 } });
    const late = stop("STOP", { candidatesTokenCount: 2, thoughtsTokenCount: 1 });
    expect((await outcome(parse(early, late))).usage).toMatchObject({ input: 9, output: 3 });
    const silent = await outcome(parse(parts([{ text: "a" }]), stop("STOP", { trafficType: "X" })));
    expect(silent.usage).toBeUndefined();
  });

  it("C13.3 parts, fields and events that are not for the client are ignored", async () => {
    const server = parts([
      { toolCall: { toolType: "X" }, thoughtSignature: "S" },
      { executableCode: { code: "1" } },
      { inlineData: { mimeType: "image/png", data: "AA" } },
      { functionCall: {} },
    ]);
    const message = await outcome(parse(": ping\n\n", event({}), server, textReply("ok")));
    expect(message).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "ok" }] });
  });
});
