import { describe, expect, it } from "vitest";
import {
  parseStream,
  textOf,
  toolCalls,
  type AssistantEvent,
  type AssistantMessage,
} from "../../../src/index.ts";
import { chunked, encode } from "../../support/bytes.ts";
import { call, chunk, content, data, done, finish } from "../../support/chat.ts";
import { collect, finalMessage, types } from "../../support/events.ts";

function events(...chunks: (string | Uint8Array)[]): Promise<AssistantEvent[]> {
  return collect(parseStream("openai-completions", chunked(chunks)));
}

async function final(...chunks: string[]): Promise<AssistantMessage> {
  return finalMessage(await events(...chunks));
}

const summary = (message: AssistantMessage): unknown =>
  toolCalls(message).map(({ id, name, arguments: given }) => [id, name, given]);

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
      "thinking_start",
      "thinking_delta",
      "thinking_end",
      "text_start",
      "text_delta",
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
    ["nothing", ""],
    ["text", content("The answer")],
    ["half a call", call({ index: 0, id: "c", function: { name: "write", arguments: '{"p' } })],
  ])("F7 C13.5 an end after %s without a finish reason is an error", async (_, head) => {
    const message = await final(chunk({ role: "assistant" }) + head);
    expect(message).toMatchObject({
      stopReason: "error",
      errorMessage: "stream ended without a terminal event",
      diagnostics: [{ kind: "protocol", retryable: true }],
    });
    expect(textOf(message)).toBe(head.includes("answer") ? "The answer" : "");
    expect(toolCalls(message)).toEqual([]);
  });

  it("F7 a finish reason is enough of an end, and so is [DONE] after text; [DONE] after nothing is none", async () => {
    expect(await final(content("A") + finish("stop"))).toMatchObject({ stopReason: "stop" });
    expect(await final(content("A") + done)).toMatchObject({ stopReason: "stop" });
    expect(await final(chunk({ role: "assistant", content: "" }) + done)).toMatchObject({
      stopReason: "error",
      errorMessage: "the reply ended without content and without a finish reason",
      diagnostics: [{ retryable: true }],
    });
    const half = call({ index: 0, id: "c", function: { name: "read", arguments: '{"p' } });
    expect(await final(half + done)).toMatchObject({ stopReason: "error", content: [] });
  });

  it.each([
    ["an empty text", { arguments: "" }],
    ["blanks", { arguments: "  " }],
    ["no arguments at all", {}],
    ["null", { arguments: null }],
  ])("F8 %s for arguments means none", async (_, given) => {
    const piece = call({ index: 0, id: "c", function: { name: "now", ...given } });
    expect(summary(await final(piece + finish("tool_calls") + done))).toEqual([["c", "now", {}]]);
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
    expect(summary(await final(object + finish("tool_calls")))).toEqual([
      ["c", "read", { path: "a" }],
    ]);
  });

  it("F10 the output limit: a whole call stays for an answer, a cut one is left out", async () => {
    const whole = call({
      index: 0,
      id: "a",
      function: { name: "write", arguments: '{"path":"f","content":"half"}' },
    });
    const cut = call({ index: 1, id: "b", function: { name: "write", arguments: '{"path":"g' } });
    const none = call({ index: 2, id: "c", function: { name: "write", arguments: "" } });
    const message = await final(whole + cut + none + finish("length") + done);
    expect(message.stopReason).toBe("length");
    expect(summary(message)).toEqual([["a", "write", { path: "f", content: "half" }]]);
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

  it.each<[string, string, string]>([
    ["an error object", data({ error: { message: "boom", code: "server_error" } }), "server"],
    ["an error text", data({ error: "boom" }), "unknown"],
    ["an event named error", `event: error\n${data({ message: "boom" })}`, "unknown"],
    ["an object that is an error", data({ object: "error", message: "boom" }), "unknown"],
    [
      "an error inside the choice",
      data({ choices: [{ delta: {}, error: { message: "boom", code: 502 } }] }),
      "server",
    ],
  ])(
    "F14 C13.6 %s ends the reply with its text, also behind a finish reason",
    async (_, error, kind) => {
      for (const head of [content("Let me"), content("Let me") + finish("length")]) {
        const all = await events(head + error + done);
        const message = finalMessage(all);
        expect(message).toMatchObject({
          stopReason: "error",
          errorMessage: "boom",
          content: [{ text: "Let me" }],
          diagnostics: [{ kind }],
        });
      }
    },
  );

  it.each([
    ["content_filter", "content-filter", false],
    ["error", "server", true],
    ["insufficient_system_resource", "overloaded", true],
  ])("C13.6 the finish reason %s is a failure", async (reason, kind, retryable) => {
    expect(await final(content("Once") + finish(reason) + done)).toMatchObject({
      stopReason: "error",
      errorMessage: `the provider ended the reply with the reason ${reason}`,
      content: [{ text: "Once" }],
      diagnostics: [{ kind, retryable }],
    });
  });

  it("C13.3 the last finish reason counts, an unknown one is noted", async () => {
    const last = finish("tool_calls") + finish("stop") + done;
    expect(await final(content("A") + last)).toMatchObject({ stopReason: "stop" });
    expect(await final(content("A") + finish("bored") + done)).toMatchObject({
      stopReason: "stop",
      diagnostics: [{ type: "unknown_stop_reason", stopReason: "bored" }],
    });
  });

  it("C13.5 a line that is no JSON is an error that keeps the text; a cut last line is none", async () => {
    expect(await final(`${content("A")}data: {oops\n\n`)).toMatchObject({
      stopReason: "error",
      content: [{ text: "A" }],
    });
    const cut = await final(`${content("A")}${finish("stop")}data: {"choi`);
    expect(cut).toMatchObject({ stopReason: "stop" });
  });

  it.each<[string, Record<string, unknown>, Record<string, number>]>([
    [
      "a cache hit beside the details",
      { prompt_tokens: 540, completion_tokens: 45, prompt_cache_hit_tokens: 512 },
      { input: 28, output: 45, cacheRead: 512, cacheWrite: 0 },
    ],
    [
      "cached tokens at the top",
      { prompt_tokens: 10, completion_tokens: 1, cached_tokens: 4 },
      { input: 6, output: 1, cacheRead: 4, cacheWrite: 0 },
    ],
    [
      "a cache that is not part of the prompt",
      { prompt_tokens: 7, completion_tokens: 8, prompt_tokens_details: { cached_tokens: 161 } },
      { input: 7, output: 8, cacheRead: 161, cacheWrite: 0 },
    ],
    [
      "reasoning beside the completion, as the total shows",
      {
        prompt_tokens: 702,
        completion_tokens: 17,
        total_tokens: 839,
        completion_tokens_details: { reasoning_tokens: 120 },
      },
      { input: 702, output: 137, reasoning: 120 },
    ],
  ])("C13.7 usage: %s", async (_, usage, expected) => {
    expect((await final(content("A") + finish("stop", usage) + done)).usage).toMatchObject(
      expected,
    );
  });

  it("C13.7 usage is also found in the choice and in a field of its own, and the last one counts", async () => {
    const own = chunk({}, "stop", {
      x_groq: { usage: { prompt_tokens: 5, completion_tokens: 2 } },
    });
    expect((await final(content("A") + own)).usage).toMatchObject({ input: 5, output: 2 });
    const inside = data({
      choices: [
        { delta: {}, finish_reason: "stop", usage: { prompt_tokens: 9, completion_tokens: 4 } },
      ],
    });
    const early = chunk({ content: "A" }, null, {
      usage: { prompt_tokens: 9, completion_tokens: 1 },
    });
    expect((await final(early + inside)).usage).toMatchObject({ input: 9, output: 4 });
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

  it("PEER-28 signatures and encrypted parts of reasoning_details are kept, joined entry by entry", async () => {
    const detail = (more: Record<string, unknown>): Record<string, unknown> => ({
      type: "reasoning.text",
      index: 0,
      format: "f",
      ...more,
    });
    const message = await final(
      chunk({ reasoning: "th", reasoning_details: [detail({ text: "th", signature: null })] }) +
        chunk({ reasoning: "ink", reasoning_details: [detail({ text: "ink" })] }) +
        chunk({ reasoning_details: [detail({ signature: "SIG" })] }) +
        content("Hi") +
        chunk({ reasoning_details: [{ type: "reasoning.encrypted", data: "SECRET", id: "c" }] }) +
        finish("stop"),
    );
    expect(message.content).toEqual([
      {
        type: "thinking",
        thinking: "think",
        thinkingSignature: JSON.stringify([detail({ text: "think", signature: "SIG" })]),
      },
      { type: "text", text: "Hi" },
      {
        type: "thinking",
        thinking: "",
        redacted: true,
        thinkingSignature: JSON.stringify([
          { type: "reasoning.encrypted", data: "SECRET", id: "c" },
        ]),
      },
    ]);
  });

  it("C13.3 words of refusal are text", async () => {
    const message = await final(chunk({ refusal: "I can't." }) + finish("stop") + done);
    expect([textOf(message), message.stopReason]).toEqual(["I can't.", "stop"]);
  });
});
