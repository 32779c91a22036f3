import { describe, expect, it } from "vitest";
import { textOf, toolCalls } from "../../../src/index.ts";
import { encode } from "../../support/bytes.ts";
import { call, chunk, content, data, done, finish } from "../../support/chat.ts";
import { blockTypes, callsOf, finalMessage, types } from "../../support/events.ts";
import { readingOf } from "../../support/wire.ts";

const { events, final } = readingOf("openai-completions");

describe("events of the Chat Completions API", () => {
  it("C13.3 thinking, text and a call: every block starts, grows and ends, then one terminal", async () => {
    const all = await events(
      chunk({ role: "assistant", content: "", reasoning_content: "hm" }) +
        content("Let me ") +
        content("look."),
      call({ index: 0, id: "c1", type: "function", function: { name: "read", arguments: "" } }) +
        call({ index: 0, function: { arguments: '{"path":' } }) +
        call({ index: 0, function: { arguments: '"a"}' } }) +
        finish("tool_calls", {
          prompt_tokens: 20,
          completion_tokens: 7,
          total_tokens: 27,
          prompt_tokens_details: { cached_tokens: 8, cache_write_tokens: 2 },
          completion_tokens_details: { reasoning_tokens: 3 },
        }) +
        done,
    );
    expect(types(all)).toEqual([
      "start",
      ...blockTypes("thinking", 1),
      ...blockTypes("text", 2),
      ...blockTypes("toolcall", 2),
      "done",
    ]);
    expect(finalMessage(all)).toStrictEqual({
      role: "assistant",
      api: "openai-completions",
      model: "chat-test",
      responseId: "chat_1",
      content: [
        { type: "thinking", thinking: "hm" },
        { type: "text", text: "Let me look." },
        { type: "toolCall", id: "c1", name: "read", arguments: { path: "a" } },
      ],
      usage: { input: 10, output: 7, cacheRead: 8, cacheWrite: 2, reasoning: 3, totalTokens: 27 },
      stopReason: "toolUse",
      timestamp: expect.any(Number),
    });
  });

  it("F1 F3 F4 F5 framing and characters: one byte at a time, CR line ends, raw separators", async () => {
    const text = `: hi\n\n${content("né€😀\u2028\u0085")}data:${JSON.stringify({ choices: [{ delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]`;
    for (const end of ["\n", "\r\n", "\r"]) {
      const bytes = encode(text.replaceAll("\n", end));
      const all = await events(...Array.from(bytes, (byte) => Uint8Array.of(byte)));
      const deltas = all.flatMap((one) => (one.type === "text_delta" ? [one.delta] : []));
      expect(deltas.join("")).toBe("né€😀\u2028\u0085");
      expect(finalMessage(all)).toMatchObject({ stopReason: "stop" });
    }
  });

  it.each([
    ["an empty text", { arguments: "" }],
    ["blanks", { arguments: "  " }],
    ["no arguments at all", {}],
    ["null", { arguments: null }],
  ])("F8 %s for arguments means none", async (_, given) => {
    const piece = call({ index: 0, id: "c", function: { name: "now", ...given } });
    expect(callsOf(await final(piece + finish("tool_calls") + done))).toEqual([["c", "now", {}]]);
  });

  it("F8 PEER-5 arguments that are no JSON object are marked, arguments given as an object are taken", async () => {
    const broken = call({ index: 0, id: "c", function: { name: "read", arguments: '{"path":' } });
    expect(toolCalls(await final(broken + finish("tool_calls") + done))).toEqual([
      { type: "toolCall", id: "c", name: "read", arguments: {}, argumentsError: '{"path":' },
    ]);
    const object = call({
      index: 0,
      id: "c",
      function: { name: "read", arguments: { path: "a" } },
    });
    expect(callsOf(await final(object + finish("tool_calls")))).toEqual([
      ["c", "read", { path: "a" }],
    ]);
  });

  it("F13 chunks without choices, an empty finish reason and counts after the end of the text", async () => {
    const message = await final(
      data({ choices: [{ delta: { content: "A" }, finish_reason: "" }] }) +
        data({ choices: [{ delta: {}, finish_reason: "stop" }] }) +
        data({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } }) +
        data({ choices: null }) +
        done,
    );
    expect(message).toMatchObject({ stopReason: "stop", usage: { input: 3, output: 1 } });
    expect(textOf(message)).toBe("A");
  });

  it("PEER-8 null fields, thinking and answer in one chunk, other choices, a whole message in place of a delta", async () => {
    const message = await final(
      data({ choices: [{ delta: null }] }) +
        chunk({ content: null, tool_calls: null, reasoning: null }) +
        chunk({ content: "A", reasoning: "hm" }) +
        data({ choices: [{ index: 1, delta: { content: "other" }, finish_reason: "length" }] }) +
        data({ choices: [{ index: null, message: { content: "B" }, finish_reason: "stop" }] }) +
        done,
    );
    expect(message).toMatchObject({
      stopReason: "stop",
      content: [
        { type: "thinking", thinking: "hm" },
        { type: "text", text: "AB" },
      ],
    });
  });

  it.each(["reasoning_content", "reasoning", "reasoning_text", "thinking"])(
    "F45 thinking in the field %s is thinking, and in two fields it is not doubled",
    async (field) => {
      const both = {
        [field]: "think",
        reasoning_details: [{ type: "reasoning.text", text: "think" }],
      };
      const message = await final(chunk(both) + content("Hi") + finish("stop"));
      expect(message.content).toEqual([
        { type: "thinking", thinking: "think" },
        { type: "text", text: "Hi" },
      ]);
    },
  );

  it("C13.3 words of refusal are text", async () => {
    const message = await final(chunk({ refusal: "I can't." }) + finish("stop") + done);
    expect([textOf(message), message.stopReason]).toEqual(["I can't.", "stop"]);
  });
});
