import { describe, expect, it } from "vitest";
import { textOf, toolCalls } from "../../../src/index.ts";
import { encode } from "../../support/bytes.ts";
import { blockTypes, finalMessage, types } from "../../support/events.ts";
import {
  added,
  callItem,
  completed,
  created,
  delta,
  ended,
  event,
  itemDone,
  textItem,
} from "../../support/responses.ts";
import { readingOf } from "../../support/wire.ts";

const { events, final } = readingOf("openai-responses");

const reasoning = { type: "reasoning", id: "rs_0", summary: [] };

describe("events of the Responses API", () => {
  it("C13.3 reasoning, text and a call: every block starts, grows and ends, then one terminal", async () => {
    const item = {
      ...reasoning,
      summary: [{ type: "summary_text", text: "hm" }],
      encrypted_content: "SECRET",
    };
    const all = await events(
      created +
        added(0, reasoning) +
        delta("reasoning_summary_text", 0, "hm", { summary_index: 0 }) +
        itemDone(0, { ...item, status: "completed" }) +
        textItem(1, "Hi", { phase: "commentary" }) +
        callItem(2, ['{"path":', '"a"}']),
      completed,
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
      api: "openai-responses",
      model: "gpt-test",
      responseId: "resp_1",
      content: [
        { type: "thinking", thinking: "hm", thinkingSignature: JSON.stringify(item) },
        {
          type: "text",
          text: "Hi",
          textSignature: JSON.stringify({ id: "msg_1", phase: "commentary" }),
        },
        { type: "toolCall", id: "call_2|fc_2", name: "read", arguments: { path: "a" } },
      ],
      usage: { input: 10, output: 7, cacheRead: 8, cacheWrite: 2, reasoning: 3, totalTokens: 27 },
      stopReason: "toolUse",
      timestamp: expect.any(Number),
    });
  });

  it("F1 F3 one byte at a time, with every kind of line end", async () => {
    for (const end of ["\n", "\r\n", "\r"]) {
      const bytes = encode((created + textItem(0, "né€😀") + completed).replaceAll("\n", end));
      const all = await events(...Array.from(bytes, (byte) => Uint8Array.of(byte)));
      const deltas = all.flatMap((one) => (one.type === "text_delta" ? [one.delta] : []));
      expect(deltas.join("")).toBe("né€😀");
      expect(finalMessage(all).stopReason).toBe("stop");
    }
  });

  it("PEER-28 each reasoning item is a block of its own; one without words is kept for its content", async () => {
    const bare = { ...reasoning, encrypted_content: "A" };
    const message = await final(
      created +
        added(0, bare) +
        itemDone(0, bare) +
        added(1, { ...reasoning, id: "rs_1" }) +
        itemDone(1, { ...reasoning, id: "rs_1" }) +
        added(2, { ...reasoning, id: "rs_2" }) +
        delta("reasoning_text", 2, "plain", { content_index: 0 }) +
        itemDone(2, {
          ...reasoning,
          id: "rs_2",
          content: [{ type: "reasoning_text", text: "plain" }],
        }) +
        textItem(3, "Hi") +
        completed,
    );
    expect(message.content.slice(0, -1)).toEqual([
      { type: "thinking", thinking: "", redacted: true, thinkingSignature: JSON.stringify(bare) },
      {
        type: "thinking",
        thinking: "plain",
        thinkingSignature: JSON.stringify({
          ...reasoning,
          id: "rs_2",
          summary: [],
          content: [{ type: "reasoning_text", text: "plain" }],
        }),
      },
    ]);
  });

  it("C13.3 parts of a summary are set apart, and of a summary and the reasoning itself one is taken", async () => {
    const part = (index: number, text: string): string =>
      delta("reasoning_summary_text", 0, text, { summary_index: index });
    const message = await final(
      created +
        part(0, "one") +
        part(0, " more") +
        part(1, "two") +
        delta("reasoning_text", 0, "other", { content_index: 0 }) +
        itemDone(0, reasoning) +
        completed,
    );
    expect(message.content).toEqual([{ type: "thinking", thinking: "one more\n\ntwo" }]);
  });

  it("C13.3 items are told apart by their place, whatever ids their events have", async () => {
    const message = await final(
      created +
        added(0, { type: "message", id: "a" }) +
        delta("output_text", 0, "A", { item_id: "b" }) +
        delta("output_text", 0, "B", { item_id: "c" }) +
        itemDone(0, { type: "message", id: "d", content: [{ type: "output_text", text: "AB" }] }) +
        completed,
    );
    expect(textOf(message)).toBe("AB");
    expect(message.content.length).toBe(1);
  });

  it("F11 calls side by side, each with its own pieces, in order", async () => {
    const call = (index: number): Record<string, unknown> => ({
      type: "function_call",
      id: `fc_${index}`,
      call_id: `c${index}`,
      name: "read",
      arguments: "",
    });
    const message = await final(
      created +
        added(0, call(0)) +
        added(1, call(1)) +
        delta("function_call_arguments", 1, '{"path":"y"}') +
        delta("function_call_arguments", 0, '{"path":"x"}') +
        itemDone(1, { ...call(1), arguments: '{"path":"y"}' }) +
        itemDone(0, { ...call(0), arguments: '{"path":"x"}' }) +
        completed,
    );
    expect(toolCalls(message).map(({ id, arguments: given }) => [id, given])).toEqual([
      ["c0|fc_0", { path: "x" }],
      ["c1|fc_1", { path: "y" }],
    ]);
  });

  it("F8 F41 no arguments mean none; an id that nobody can send back is left out; a missing one is made up", async () => {
    const message = await final(
      created +
        callItem(0, []) +
        callItem(1, [""], { id: "a/b+c==" }) +
        callItem(2, ["{}"], { call_id: "" }) +
        completed,
    );
    const [first, second, third] = toolCalls(message);
    expect([first?.arguments, first?.id, second?.id]).toEqual([{}, "call_0|fc_0", "call_1"]);
    expect(third?.id).toMatch(/^call_[0-9a-f]{24}$/);
  });

  it("C13.4 arguments that came only as a whole are taken once, and text that is no JSON object is marked", async () => {
    const whole = { type: "function_call", id: "fc_0", call_id: "c", name: "read" };
    const message = await final(
      created +
        added(0, whole) +
        event("response.function_call_arguments.done", {
          output_index: 0,
          arguments: '{"path":"x"}',
        }) +
        itemDone(0, { ...whole, arguments: '{"path":"x"}' }) +
        callItem(1, ['{"pa']) +
        completed,
    );
    expect(toolCalls(message)).toMatchObject([
      { arguments: { path: "x" } },
      { arguments: {}, argumentsError: '{"pa' },
    ]);
  });

  it("C13.3 what came only in the last event is read from it", async () => {
    const output = [
      { ...reasoning, summary: [{ text: "hm" }] },
      { type: "message", id: "m", content: [{ type: "output_text", text: "Hi" }] },
      { type: "function_call", id: "fc_1", call_id: "c", name: "read", arguments: "{}" },
      { type: "web_search_call", id: "ws" },
    ];
    const message = await final(created + ended("completed", { output }));
    expect(message).toMatchObject({
      stopReason: "toolUse",
      content: [{ thinking: "hm" }, { text: "Hi" }, { name: "read" }],
    });
  });

  it("C13.3 tools that the provider runs itself are neither text nor calls", async () => {
    const search = { type: "web_search_call", id: "ws_0", status: "completed" };
    const message = await final(
      created +
        added(0, search) +
        event("response.web_search_call.searching", { output_index: 0 }) +
        itemDone(0, search) +
        event("response.code_interpreter_call_code.delta", { output_index: 1, delta: "1+1" }) +
        event("response.brand_new", { output_index: 2 }) +
        textItem(3, "Hi") +
        completed,
    );
    expect(message).toMatchObject({ stopReason: "stop", content: [{ type: "text", text: "Hi" }] });
    expect(message.content.length).toBe(1);
  });

  it("C13.3 words of refusal are text", async () => {
    const message = await final(created + delta("refusal", 0, "I can't.") + completed);
    expect(textOf(message)).toBe("I can't.");
  });

  it("C13.7 without counts there is no usage; a cache beside the input does not make it negative", async () => {
    expect((await final(created + ended("completed", { usage: null }))).usage).toBeUndefined();
    const usage = {
      input_tokens: 7,
      input_tokens_details: { cached_tokens: 9 },
      output_tokens: 1,
    };
    expect((await final(created + ended("completed", { usage }))).usage).toMatchObject({
      input: 7,
      cacheRead: 9,
      output: 1,
    });
  });
});
