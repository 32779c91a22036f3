import { describe, expect, it } from "vitest";
import { ProviderError } from "../../src/errors.ts";
import type { AssistantEvent, AssistantMessage } from "../../src/index.ts";
import { AssistantStream } from "../../src/stream/assistant-stream.ts";
import { finalMessage, types } from "../support/events.ts";

function drain(stream: AssistantStream): AssistantEvent[] {
  const events: AssistantEvent[] = [];
  for (let event = stream.events.shift(); event !== undefined; event = stream.events.shift()) {
    events.push(event);
  }
  return events;
}

const failure = new ProviderError("boom", { kind: "server", retryable: true, status: 500 });

describe("AssistantStream", () => {
  it("C13.3 blocks that are open side by side grow apart and keep their order", () => {
    const stream = new AssistantStream({ now: () => 1 });
    stream.startToolCall(0, { id: "a", name: "read" });
    stream.startText(1);
    stream.toolCallDelta(0, '{"p":');
    stream.text(1, "x");
    stream.startToolCall(2, { id: "b", name: "read" });
    stream.toolCallDelta(2, '{"p":2}');
    stream.toolCallDelta(0, "1}");
    stream.text(1, "y");
    for (const key of [2, 0, 1]) stream.end(key);
    stream.done("toolUse");
    expect(finalMessage(drain(stream)).content).toStrictEqual([
      { type: "toolCall", id: "a", name: "read", arguments: { p: 1 } },
      { type: "text", text: "xy" },
      { type: "toolCall", id: "b", name: "read", arguments: { p: 2 } },
    ]);
  });

  it("C13.3 gathered, what arrives of a block before anyone takes it is one delta; what was taken stays", () => {
    const stream = new AssistantStream();
    stream.gathersDeltas = true;
    const deltas = (): string[] =>
      drain(stream).flatMap((event) => ("delta" in event ? [`${event.type} ${event.delta}`] : []));
    for (const word of ["a", "b", "c"]) stream.thinking("t", word);
    stream.end("t");
    for (const word of ["d", "e"]) stream.text("w", word);
    expect(deltas()).toEqual(["thinking_delta abc", "text_delta de"]);
    stream.text("w", "f");
    const taken = stream.events.shift();
    stream.text("w", "g");
    expect(taken).toMatchObject({ type: "text_delta", delta: "f" });
    stream.startToolCall("c", { id: "1", name: "read" });
    for (const piece of ['{"p":', "1", "}"]) stream.toolCallDelta("c", piece);
    stream.text("w", "h"); // Blocks that grow side by side keep their order.
    stream.toolCallDelta("c", " ");
    expect(deltas()).toEqual([
      "text_delta g",
      'toolcall_delta {"p":1}',
      "text_delta h",
      "toolcall_delta  ",
    ]);
  });

  it("C13.3 partial is the one live object and shows arguments while they arrive", () => {
    const stream = new AssistantStream();
    stream.startToolCall("k", { id: "a", name: "write" });
    stream.toolCallDelta("k", '{"path":"a.t');
    expect(stream.partial.content[0]).toMatchObject({ arguments: { path: "a.t" } });
    stream.toolCallDelta("k", 'xt"}');
    expect(stream.partial.content[0]).toMatchObject({ arguments: { path: "a.txt" } });
    for (const event of drain(stream)) {
      if ("partial" in event) expect(event.partial).toBe(stream.partial);
    }
  });

  const endings: [string, (stream: AssistantStream) => void, AssistantMessage["stopReason"]][] = [
    ["done", (stream) => stream.done("stop"), "stop"],
    ["fail", (stream) => stream.fail(failure), "error"],
    ["abort", (stream) => stream.abort("Operation aborted"), "aborted"],
  ];
  it.each(endings)(
    "C13.3 after %s nothing more is reported, whatever is called",
    (_, end, reason) => {
      const stream = new AssistantStream();
      end(stream);
      for (const [, again] of endings) again(stream);
      stream.startText(0);
      stream.text(0, "late");
      stream.thinking(1, "late");
      stream.redactedThinking(2, "late");
      stream.startToolCall(3, { id: "a", name: "b" });
      stream.toolCallDelta(3, "{}");
      stream.end(3);
      const events = drain(stream);
      expect(types(events)).toEqual(["start", reason === "stop" ? "done" : "error"]);
      expect(finalMessage(events)).toMatchObject({ stopReason: reason, content: [] });
    },
  );

  it("C13.3 a call that did not end is left out of the terminal's message; text is kept", () => {
    for (const end of [endings[1], endings[2]]) {
      const stream = new AssistantStream();
      stream.text("t", "kept");
      stream.startToolCall("c", { id: "a", name: "read" });
      stream.toolCallDelta("c", '{"path":"x"}');
      end?.[1](stream);
      expect(finalMessage(drain(stream)).content).toEqual([{ type: "text", text: "kept" }]);
    }
  });

  it("C13.3 PEER-26 a call cut off by the output limit is left out, one that ended before is kept", () => {
    const stream = new AssistantStream();
    stream.startToolCall(0, { id: "a", name: "read" });
    stream.end(0);
    stream.startToolCall(1, { id: "b", name: "write" });
    stream.toolCallDelta(1, '{"content":"half');
    stream.done("length");
    const { content } = finalMessage(drain(stream));
    expect(content.map((block) => block.type === "toolCall" && block.id)).toEqual(["a"]);
  });

  it("C13.3 half a signature is no signature: it is there only when its block ended", () => {
    const stream = new AssistantStream();
    stream.thinking(0, "a");
    stream.signature(0, "SIG");
    stream.end(0);
    stream.thinking(1, "b");
    stream.signature(1, "HAL");
    stream.abort("Operation aborted");
    expect(finalMessage(drain(stream)).content).toEqual([
      { type: "thinking", thinking: "a", thinkingSignature: "SIG" },
      { type: "thinking", thinking: "b" },
    ]);
  });

  it("C13.3 a key that is used again ends its block; text for a call is no text", () => {
    const stream = new AssistantStream();
    stream.thinking(0, "a");
    stream.text(0, "b");
    stream.startToolCall(1, { id: "c", name: "n" });
    stream.text(1, "lost");
    stream.done("toolUse");
    const events = drain(stream);
    expect(finalMessage(events).content.map(({ type }) => type)).toEqual([
      "thinking",
      "text",
      "toolCall",
    ]);
    expect(types(events).filter((type) => type.endsWith("_end"))).toEqual([
      "thinking_end",
      "text_end",
      "toolcall_end",
    ]);
  });

  it("C13.3 blocks without anything in them are not part of the message", () => {
    const stream = new AssistantStream();
    stream.startText(0);
    stream.startThinking(1);
    stream.done("stop");
    const events = drain(stream);
    expect(finalMessage(events).content).toEqual([]);
    expect(types(events)).toEqual([
      "start",
      "text_start",
      "thinking_start",
      "text_end",
      "thinking_end",
      "done",
    ]);
  });

  it("C1.3 a failure leaves facts for programs beside the text for people, without secrets", () => {
    const stream = new AssistantStream({ redact: (text) => text.replace("boom", "***") });
    stream.fail(failure);
    expect(finalMessage(drain(stream))).toMatchObject({
      errorMessage: "***",
      diagnostics: [{ type: "provider_error", kind: "server", status: 500, retryable: true }],
    });
  });

  it("C13.7 usage arrives in pieces, each replacing what was known", () => {
    const stream = new AssistantStream();
    stream.updateUsage({ input: 10, cacheRead: 5, output: 1 });
    stream.updateUsage({ output: 7 });
    stream.done("stop");
    const usage = { input: 10, output: 7, cacheRead: 5, cacheWrite: 0, totalTokens: 22 };
    expect(finalMessage(drain(stream)).usage).toEqual(usage);
  });

  it("C13.3 PEER-1 PEER-3 a delta costs the same however long the message is, and so does taking it (300,000 deltas)", () => {
    const stream = new AssistantStream();
    const begin = performance.now();
    for (let index = 0; index < 300_000; index++) stream.text(0, "0123456789");
    stream.done("stop");
    const events = drain(stream);
    expect(performance.now() - begin).toBeLessThan(3_000);
    expect(events.length).toBe(300_004);
  });
});
