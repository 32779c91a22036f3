import { describe, expect, it } from "vitest";
import {
  parseStream,
  textOf,
  toolCalls,
  type AssistantEvent,
  type AssistantMessage,
} from "../../../src/index.ts";
import {
  blockDelta,
  blockStart,
  blockStop,
  errorEvent,
  event,
  messageDelta,
  messageStart,
  messageStop,
  overloaded,
  ping,
  textBlock,
  textDelta,
  toolBlock,
} from "../../support/anthropic.ts";
import { chunked, encode } from "../../support/bytes.ts";
import { collect, finalMessage, types } from "../../support/events.ts";

function events(...chunks: (string | Uint8Array)[]): Promise<AssistantEvent[]> {
  return collect(parseStream("anthropic-messages", chunked(chunks)));
}

async function final(...chunks: string[]): Promise<AssistantMessage> {
  return finalMessage(await events(...chunks));
}

describe("events of the Messages API", () => {
  it("C13.3 thinking, text and a call: every block starts, grows and ends, then one terminal", async () => {
    const thinking =
      blockStart(0, { type: "thinking", thinking: "", signature: "" }) +
      blockDelta(0, { type: "thinking_delta", thinking: "hm" }) +
      blockDelta(0, { type: "signature_delta", signature: "SIG" }) +
      blockStop(0);
    const all = await events(
      messageStart + ping + thinking + textBlock("Hi", 1) + toolBlock(['{"path":', '"a"}'], 2),
      messageDelta("tool_use") + messageStop,
    );
    expect(types(all)).toEqual([
      "start",
      "thinking_start",
      "thinking_delta",
      "thinking_end",
      "text_start",
      "text_delta",
      "text_end",
      "toolcall_start",
      "toolcall_delta",
      "toolcall_delta",
      "toolcall_end",
      "done",
    ]);
    const { timestamp, ...message } = finalMessage(all);
    expect(timestamp).toBeTypeOf("number");
    expect(message).toStrictEqual({
      role: "assistant",
      api: "anthropic-messages",
      model: "claude-test",
      responseId: "msg_1",
      content: [
        { type: "thinking", thinking: "hm", thinkingSignature: "SIG" },
        { type: "text", text: "Hi" },
        { type: "toolCall", id: "toolu_2", name: "read", arguments: { path: "a" } },
      ],
      usage: { input: 7, output: 5, cacheRead: 0, cacheWrite: 0, totalTokens: 12 },
      stopReason: "toolUse",
    });
  });

  it("F3 no delta holds a replacement character, and the deltas add up to the text", async () => {
    const bytes = encode(
      messageStart + textBlock("né€😀") + messageDelta("end_turn") + messageStop,
    );
    const all = await events(...Array.from(bytes, (byte) => Uint8Array.of(byte)));
    const deltas = all.flatMap((one) => (one.type === "text_delta" ? [one.delta] : []));
    expect(deltas.join("")).toBe("né€😀");
    expect(textOf(finalMessage(all))).toBe("né€😀");
  });

  it("F4 message_stop in two data lines, after comments and unknown fields", async () => {
    const text =
      ': keep-alive\n\nevent: ping\ndata: {"type":"ping"}\n\nid: 7\nretry: 10\nfoo: x\ndata:{"type":\ndata:"message_stop"}\n\n';
    expect(await final(text)).toMatchObject({ stopReason: "stop", content: [] });
  });

  it("F5 separators that are no line ends stay in the text", async () => {
    const raw =
      '{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a\u2028b\u0085c"}}';
    const message = await final(
      `${messageStart}data: ${raw}\n\n${messageDelta("end_turn")}${messageStop}`,
    );
    expect(message).toMatchObject({ stopReason: "stop" });
    expect(textOf(message)).toBe("a\u2028b\u0085c");
  });

  it("F7 C13.5 PEER-4 an end before the terminal is an error that keeps the text", async () => {
    const message = await final(
      messageStart + blockStart(0, { type: "text", text: "" }) + textDelta("The answer"),
    );
    expect(message).toMatchObject({
      stopReason: "error",
      errorMessage: "stream ended without a terminal event",
      content: [{ type: "text", text: "The answer" }],
      diagnostics: [{ type: "provider_error", kind: "protocol", retryable: true }],
    });
  });

  it("F7 a half call is not part of the message", async () => {
    const half =
      messageStart + blockStart(0, { type: "tool_use", id: "t", name: "write", input: {} });
    const message = await final(
      half + blockDelta(0, { type: "input_json_delta", partial_json: '{"path":"a' }),
    );
    expect(message).toMatchObject({ stopReason: "error", content: [] });
  });

  it("F7 an event that the end cut in two is a truncated stream, not a malformed one", async () => {
    const message = await final(messageStart + textBlock("a"), 'data: {"type":"message_st');
    expect(message.errorMessage).toBe("stream ended without a terminal event");
  });

  it("F7 PEER-9 the terminal event counts without its last blank line", async () => {
    const text = messageStart + textBlock("a") + messageDelta("end_turn") + messageStop;
    expect(await final(text.trimEnd())).toMatchObject({ stopReason: "stop" });
  });

  it.each([[[]], [[""]], [["  "]]])(
    "F8 a call with the argument deltas %j has no arguments",
    async (deltas) => {
      const message = await final(
        messageStart + toolBlock(deltas) + messageDelta("tool_use") + messageStop,
      );
      expect(toolCalls(message)).toStrictEqual([
        { type: "toolCall", id: "toolu_0", name: "read", arguments: {} },
      ]);
    },
  );

  it("C13.4 PEER-5 broken arguments are marked, with their text", async () => {
    const message = await final(
      messageStart + toolBlock(['{"path":"a"', "}}"]) + messageDelta("tool_use") + messageStop,
    );
    expect(toolCalls(message)).toMatchObject([{ arguments: {}, argumentsError: '{"path":"a"}}' }]);
  });

  it("F10 PEER-26 a reply cut by the output limit says length, keeps whole calls and leaves the cut one out", async () => {
    const whole = toolBlock(['{"path":"f","content":"half"}'], 0);
    const cut = blockStart(1, { type: "tool_use", id: "cut", name: "write", input: {} });
    const message = await final(
      messageStart + whole + cut + messageDelta("max_tokens") + messageStop,
    );
    expect(message.stopReason).toBe("length");
    expect(toolCalls(message).map(({ id }) => id)).toEqual(["toolu_0"]);
  });

  it("F14 C13.6 an error event is the end, with the text so far", async () => {
    const all = await events(
      messageStart + textBlock("Let me") + overloaded + messageDelta("end_turn") + messageStop,
    );
    expect(finalMessage(all)).toMatchObject({
      stopReason: "error",
      errorMessage: "Overloaded",
      content: [{ type: "text", text: "Let me" }],
      diagnostics: [{ kind: "overloaded", code: "overloaded_error", retryable: true }],
    });
  });

  it("F14 an error wins over a stop reason seen before", async () => {
    const message = await final(
      messageStart + textBlock("x") + messageDelta("end_turn") + errorEvent("api_error", "boom"),
    );
    expect(message).toMatchObject({ stopReason: "error", errorMessage: "boom" });
  });

  it("F14 an error object without a type is an error too", async () => {
    expect(await final(messageStart + 'data: {"error":{"message":"boom"}}\n\n')).toMatchObject({
      errorMessage: "boom",
    });
    expect(await final('event: error\ndata: {"message":"boom"}\n\n')).toMatchObject({
      errorMessage: "boom",
    });
  });

  it.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["pause_turn", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["tool_use", "toolUse"],
    [null, "stop"],
  ])("C1.3 stop reason %s is %s", async (wire, reason) => {
    const message = await final(messageStart + textBlock("x") + messageDelta(wire) + messageStop);
    expect(message.stopReason).toBe(reason);
    expect(message).not.toHaveProperty("diagnostics");
  });

  it("C1.3 an unknown stop reason is noted for programs", async () => {
    const message = await final(
      messageStart + textBlock("x") + messageDelta("brand_new") + messageStop,
    );
    expect(message).toMatchObject({
      stopReason: "stop",
      diagnostics: [{ type: "unknown_stop_reason", stopReason: "brand_new" }],
    });
  });

  it("C1.3 a refusal is an error of its own kind, and keeps what was said", async () => {
    const details = { type: "refusal", explanation: "Not that." };
    const delta = event({
      type: "message_delta",
      delta: { stop_reason: "refusal", stop_details: details },
    });
    const message = await final(messageStart + textBlock("Well") + delta + messageStop);
    expect(message).toMatchObject({
      stopReason: "error",
      errorMessage: "Not that.",
      diagnostics: [{ kind: "content-filter", retryable: false }],
    });
    expect(textOf(message)).toBe("Well");
    expect(
      (await final(messageStart + messageDelta("refusal") + messageStop)).errorMessage,
    ).toContain("refused");
  });

  it("C13.7 usage is what the wire gave, message_delta over message_start, null and missing left alone", async () => {
    const start = event({
      type: "message_start",
      message: {
        usage: {
          input_tokens: 10,
          output_tokens: 1,
          cache_read_input_tokens: 3,
          cache_creation_input_tokens: 2,
        },
      },
    });
    const usage = {
      output_tokens: 9,
      input_tokens: null,
      output_tokens_details: { thinking_tokens: 4 },
    };
    const message = await final(
      start + textBlock("x") + messageDelta("end_turn", usage) + messageStop,
    );
    expect(message.usage).toEqual({
      input: 10,
      output: 9,
      cacheRead: 3,
      cacheWrite: 2,
      reasoning: 4,
      totalTokens: 24,
    });
    expect(await final(textBlock("x") + messageStop)).not.toHaveProperty("usage");
  });

  it("PEER-7 text in the start of a block is part of it, as a delta", async () => {
    const all = await events(
      messageStart +
        blockStart(0, { type: "text", text: "Hel" }) +
        textDelta("lo") +
        blockStop(0) +
        messageStop,
    );
    expect(types(all)).toEqual([
      "start",
      "text_start",
      "text_delta",
      "text_delta",
      "text_end",
      "done",
    ]);
    expect(textOf(finalMessage(all))).toBe("Hello");
  });

  it("PEER-8 nulls, missing fields and deltas without a start are put up with", async () => {
    const odd = [
      "data: {}\n\n",
      event({ type: "content_block_start", index: 4, content_block: null }),
      event({ type: "content_block_delta", index: 0, delta: null }),
      blockDelta(0, { type: "text_delta", text: null }),
      event({ type: "message_delta", delta: null, usage: null }),
      event({ type: "content_block_stop" }),
      event({ type: "invented_event", anything: 1 }),
      textDelta("late", 3),
    ];
    expect(textOf(await final(messageStart + odd.join("") + messageStop))).toBe("late");
  });

  it("C13.3 tools that the provider runs itself are neither text nor calls", async () => {
    const own = [
      "server_tool_use",
      "web_search_tool_result",
      "mcp_tool_use",
      "mcp_tool_result",
      "invented",
    ].map(
      (type, index) =>
        blockStart(index, { type, id: "x", name: "web", input: {} }) +
        blockDelta(index, { type: "input_json_delta", partial_json: '{"q":1}' }) +
        blockDelta(index, { type: "text_delta", text: "hidden" }) +
        blockStop(index),
    );
    const message = await final(
      messageStart + own.join("") + textBlock("x", 9) + messageDelta("end_turn") + messageStop,
    );
    expect(message.content).toEqual([{ type: "text", text: "x" }]);
  });

  it("C13.3 redacted thinking is kept for its provider", async () => {
    const block = blockStart(0, { type: "redacted_thinking", data: "ENC" }) + blockStop(0);
    const message = await final(messageStart + block + textBlock("x", 1) + messageStop);
    expect(message.content[0]).toEqual({
      type: "thinking",
      thinking: "",
      redacted: true,
      thinkingSignature: "ENC",
    });
  });

  it("C13.3 missing ids are made up: not empty, and different", async () => {
    const blocks = [0, 1].map((index) => toolBlock(["{}"], index, ""));
    const ids = toolCalls(
      await final(messageStart + blocks.join("") + messageDelta("tool_use") + messageStop),
    ).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id).toMatch(/^call_[0-9a-f]{24}$/);
  });

  it("C13.3 data that is no JSON object is an error that quotes it; what came before is kept", async () => {
    for (const data of ["not json", "[1]", "[DONE]"]) {
      const message = await final(
        `${messageStart}${textBlock("a")}data: ${data}\n\n${messageStop}`,
      );
      expect(message).toMatchObject({ stopReason: "error", content: [{ text: "a" }] });
      expect(message.errorMessage).toContain(data);
    }
  });
});
