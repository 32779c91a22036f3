import { describe, expect, it } from "vitest";
import { textOf, toolCalls } from "../../../src/index.ts";
import { call, chunk, content, data, done, finish } from "../../support/chat.ts";
import { callsOf, finalMessage } from "../../support/events.ts";
import { readingOf } from "../../support/wire.ts";

const { events, final } = readingOf("openai-completions");

describe("how a reply of the Chat Completions API ends", () => {
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
    expect(callsOf(message)).toEqual([["a", "write", { path: "f", content: "half" }]]);
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
});
