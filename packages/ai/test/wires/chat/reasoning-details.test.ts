import { describe, expect, it } from "vitest";
import { chunk, content, finish } from "../../support/chat.ts";
import { readingOf } from "../../support/wire.ts";

const { final } = readingOf("openai-completions");

describe("reasoning_details on the chat wires", () => {
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
});
