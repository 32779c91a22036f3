import { describe, expect, it } from "vitest";
import { textOf, toolCalls } from "../../../src/index.ts";
import {
  blockDelta,
  blockStart,
  blockStop,
  event,
  messageDelta,
  messageStart,
  messageStop,
  ping,
  textBlock,
  textDelta,
  toolBlock,
} from "../../support/anthropic.ts";
import { encode } from "../../support/bytes.ts";
import { blockTypes, finalMessage, types } from "../../support/events.ts";
import { readingOf } from "../../support/wire.ts";

const { events, final } = readingOf("anthropic-messages");

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
      ...blockTypes("thinking", 1),
      ...blockTypes("text", 1),
      ...blockTypes("toolcall", 2),
      "done",
    ]);
    expect(finalMessage(all)).toStrictEqual({
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
      timestamp: expect.any(Number),
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
    expect(types(all)).toEqual(["start", ...blockTypes("text", 2), "done"]);
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
});
