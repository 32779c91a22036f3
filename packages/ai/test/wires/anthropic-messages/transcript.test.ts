import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/index.ts";
import { calls, result, said } from "../../support/conversation.ts";
import { bodiesOf } from "../../support/wire.ts";

const target = { model: "claude-test", baseUrl: "https://host", apiKey: "sk-test-key" };
const body = bodiesOf("anthropic-messages", target);

function messages(...list: Message[]): unknown {
  return body({ messages: list })["messages"];
}

const text = (value: string): unknown => ({ type: "text", text: value });

describe("a transcript in the Messages API", () => {
  it("C13.2 all results of a batch are one user message, steering text after them", () => {
    expect(
      messages(
        said("go"),
        calls("c1", "c2"),
        result("c1", "one"),
        { ...result("c2", "two"), isError: true },
        said("stop that"),
      ),
    ).toEqual([
      { role: "user", content: [text("go")] },
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "c1", name: "read", input: { path: "c1" } },
          { type: "tool_use", id: "c2", name: "read", input: { path: "c2" } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "c1", content: [text("one")], is_error: false },
          { type: "tool_result", tool_use_id: "c2", content: [text("two")], is_error: true },
          text("stop that"),
        ],
      },
    ]);
  });

  it("F46 consecutive user messages are one, also across an empty reply", () => {
    const empty: Message = {
      role: "assistant",
      content: [],
      stopReason: "error",
      errorMessage: "x",
    };
    expect(messages(said("a"), empty, said("b"))).toEqual([
      { role: "user", content: [text("a"), text("b")] },
    ]);
  });

  it("F44 PEER-29 blank text is nowhere, and an empty result says so", () => {
    const blank: Message = {
      role: "assistant",
      content: [{ type: "text", text: "" }],
      stopReason: "error",
    };
    const call: Message = {
      role: "assistant",
      content: [
        { type: "text", text: " \n" },
        { type: "toolCall", id: "c1", name: "read", arguments: {} },
      ],
      stopReason: "toolUse",
    };
    const sent = messages(said("a"), blank, said("  "), call, result("c1"));
    expect(sent).toEqual([
      { role: "user", content: [text("a")] },
      { role: "assistant", content: [{ type: "tool_use", id: "c1", name: "read", input: {} }] },
      {
        role: "user",
        content: [
          {
            type: "tool_result",
            tool_use_id: "c1",
            content: [text("(no output)")],
            is_error: false,
          },
        ],
      },
    ]);
    expect(messages(calls("c1"), result("c1", " \n"))).toMatchObject([
      {},
      { content: [{ content: [text("(no output)")] }] },
    ]);
  });

  it("C13.4 a call whose arguments were no JSON object goes back with none", () => {
    const call: Message = {
      role: "assistant",
      content: [
        { type: "toolCall", id: "c1", name: "read", arguments: {}, argumentsError: '{"pa' },
      ],
      stopReason: "toolUse",
    };
    expect(messages(call)).toMatchObject([{ content: [{ type: "tool_use", input: {} }] }]);
  });

  const thinking: Message = {
    role: "assistant",
    api: "anthropic-messages",
    model: "claude-test",
    content: [
      { type: "thinking", thinking: "hm", thinkingSignature: "SIG" },
      { type: "thinking", thinking: "", thinkingSignature: "ENC", redacted: true },
      { type: "thinking", thinking: "unsigned" },
      { type: "text", text: "yes" },
    ],
    stopReason: "stop",
  };

  it("F42 thinking goes back unchanged to the model that signed it", () => {
    expect(messages(thinking)).toEqual([
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "hm", signature: "SIG" },
          { type: "redacted_thinking", data: "ENC" },
          text("yes"),
        ],
      },
    ]);
  });

  it.each([{ model: "other" }, { api: "openai-completions" }])(
    "F42 thinking of %j is dropped, its text is sent",
    (origin) => {
      expect(messages({ ...thinking, ...origin })).toEqual([
        { role: "assistant", content: [text("yes")] },
      ]);
    },
  );

  it("F41 ids of another provider are made valid, the same for call and result, and stay different", () => {
    const ids = ["call_A|fc_B", "a|b", "a_b", "x".repeat(90), "ok-1"];
    const sent = JSON.stringify(messages(calls(...ids), ...ids.map((id) => result(id, "r"))));
    const uses = [...sent.matchAll(/"id":"([^"]*)"/g)].map((match) => match[1]);
    const results = [...sent.matchAll(/"tool_use_id":"([^"]*)"/g)].map((match) => match[1]);
    expect(uses).toEqual(results);
    expect(new Set(uses).size).toBe(ids.length);
    for (const id of uses) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(uses.slice(-1)).toEqual(["ok-1"]);
    expect(uses[2]).toBe("a_b");
  });

  it("C13.2 images are base64 sources, in prompts and in results", () => {
    const image = { type: "image" as const, data: "AAAA", mimeType: "image/png" };
    const source = { type: "base64", media_type: "image/png", data: "AAAA" };
    const shown: Message = {
      role: "user",
      content: [{ type: "text", text: "see" }, image],
      timestamp: 1,
    };
    const read: Message = {
      role: "toolResult",
      toolCallId: "c1",
      toolName: "read",
      content: [image],
      isError: false,
      timestamp: 1,
    };
    expect(messages(shown, calls("c1"), read)).toMatchObject([
      { content: [text("see"), { type: "image", source }] },
      {},
      { content: [{ content: [{ type: "image", source }] }] },
    ]);
  });

  it("C1.1 session roles reach the model as user text", () => {
    const timestamp = 1;
    const sent = messages(
      { role: "compactionSummary", summary: "S", tokensBefore: 9, timestamp },
      { role: "branchSummary", summary: "B", fromId: "1", timestamp },
      { role: "custom", customType: "note", content: "N", display: false, timestamp },
      {
        role: "bashExecution",
        command: "ls",
        output: "a.txt",
        exitCode: 2,
        cancelled: false,
        truncated: true,
        fullOutputPath: "/tmp/log",
        timestamp,
      },
      {
        role: "bashExecution",
        command: "secret",
        output: "x",
        cancelled: false,
        truncated: false,
        excludeFromContext: true,
        timestamp,
      },
    );
    expect(sent).toEqual([
      {
        role: "user",
        content: [
          text("Previous conversation summary:\nS"),
          text("Summary of a branch of this conversation that was left:\nB"),
          text("N"),
          text(
            "The user ran this command: ls\na.txt\n[The output was cut. Full output: /tmp/log]\nCommand exited with code 2",
          ),
        ],
      },
    ]);
  });
});
