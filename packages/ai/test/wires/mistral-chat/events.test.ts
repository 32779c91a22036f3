import { describe, expect, it } from "vitest";
import { toolCalls } from "../../../src/index.ts";
import { chunk, content, data, done, finish } from "../../support/chat.ts";
import { readingOf } from "../../support/wire.ts";

const { final } = readingOf("mistral-chat");

const part = (type: "text" | "thinking", text: string): string =>
  chunk({
    content: [type === "text" ? { type, text } : { type, thinking: [{ type: "text", text }] }],
  });

describe("events of Mistral's chat wire", () => {
  it("C13.3 parts of thinking and text become blocks in their order", async () => {
    const message = await final(
      chunk({ role: "assistant", content: "" }) +
        part("thinking", "First") +
        part("thinking", " thought.") +
        part("text", "Partial.") +
        part("thinking", "Second.") +
        content("Final.") +
        finish("stop", { prompt_tokens: 10, completion_tokens: 5, num_cached_tokens: 4 }) +
        done,
    );
    expect(message).toMatchObject({
      api: "mistral-chat",
      stopReason: "stop",
      content: [
        { type: "thinking", thinking: "First thought." },
        { type: "text", text: "Partial." },
        { type: "thinking", thinking: "Second." },
        { type: "text", text: "Final." },
      ],
      usage: { input: 6, output: 5, cacheRead: 4 },
    });
  });

  it("F11 two calls in one piece, without an index and with the finish reason", async () => {
    const calls = ["Paris", "Rome"].map((city, index) => ({
      id: `id${index}`,
      function: { name: "weather", arguments: JSON.stringify({ city }) },
    }));
    const message = await final(chunk({ content: "", tool_calls: calls }, "tool_calls") + done);
    expect(toolCalls(message).map(({ id, arguments: given }) => [id, given])).toEqual([
      ["id0", { city: "Paris" }],
      ["id1", { city: "Rome" }],
    ]);
    expect(message.stopReason).toBe("toolUse");
  });

  it("C13.3 model_length is the output limit", async () => {
    expect(await final(content("A") + finish("model_length"))).toMatchObject({
      stopReason: "length",
    });
  });

  it("F14 C13.6 an error object keeps the text", async () => {
    const error = {
      object: "error",
      message: "Down.",
      type: "internal_server_error",
      code: "3000",
    };
    expect(await final(content("Half") + data(error))).toMatchObject({
      stopReason: "error",
      errorMessage: "Down.",
      content: [{ text: "Half" }],
      diagnostics: [{ kind: "server", retryable: true }],
    });
  });

  it("F7 C13.5 an end without a finish reason is an error", async () => {
    expect(await final(content("Half"))).toMatchObject({
      stopReason: "error",
      errorMessage: "stream ended without a terminal event",
      content: [{ text: "Half" }],
    });
  });
});
