import { describe, expect, it } from "vitest";
import {
  toWire,
  type JsonObject,
  type Message,
  type ModelRequest,
  type ThinkingLevel,
} from "../../../src/index.ts";

const target = { model: "claude-test", baseUrl: "https://host", apiKey: "sk-test-key" };
const user = (content: string): Message => ({ role: "user", content, timestamp: 1 });
const result = (id: string, text: string, isError = false): Message => ({
  role: "toolResult",
  toolCallId: id,
  toolName: "read",
  content: text === "" ? [] : [{ type: "text", text }],
  isError,
  timestamp: 1,
});
const calls = (...ids: string[]): Message => ({
  role: "assistant",
  content: ids.map((id) => ({ type: "toolCall", id, name: "read", arguments: { path: id } })),
  stopReason: "toolUse",
});

function body(
  request: Partial<ModelRequest>,
  more: Partial<typeof target> & { maxOutput?: number } = {},
): JsonObject {
  return toWire(
    "anthropic-messages",
    { messages: [user("hi")], ...request },
    { ...target, ...more },
  ).body;
}

function messages(...list: Message[]): unknown {
  return body({ messages: list })["messages"];
}

const text = (value: string): unknown => ({ type: "text", text: value });

describe("requests of the Messages API", () => {
  it("C13.1 C13.2 a whole request", () => {
    const tool = {
      name: "read",
      description: "Reads.",
      parameters: { type: "object", properties: {} },
      execute: () => "not advertised",
    };
    const request = {
      system: "Be brief.",
      messages: [user("hi")],
      tools: [tool],
      temperature: 0.5,
      stop: ["END", " "],
    };
    const before = structuredClone({ ...request, tools: [] });
    const wire = toWire("anthropic-messages", request, target);
    expect(wire).toEqual({
      url: "https://host/v1/messages",
      headers: {
        accept: "text/event-stream",
        "anthropic-version": "2023-06-01",
        "content-type": "application/json",
        "x-api-key": "sk-test-key",
      },
      body: {
        model: "claude-test",
        stream: true,
        max_tokens: 16_000,
        system: "Be brief.",
        messages: [{ role: "user", content: [text("hi")] }],
        tools: [
          { name: "read", description: "Reads.", input_schema: { type: "object", properties: {} } },
        ],
        temperature: 0.5,
        stop_sequences: ["END"],
      },
    });
    expect({ ...request, tools: [] }).toEqual(before);
    expect(JSON.parse(JSON.stringify(wire.body))).toStrictEqual(wire.body);
  });

  it.each([
    ["https://host", "https://host/v1/messages"],
    ["https://host/", "https://host/v1/messages"],
    ["https://host/v1", "https://host/v1/messages"],
    ["https://host/v1/", "https://host/v1/messages"],
    ["https://host/v1/messages", "https://host/v1/messages"],
    ["https://host/anthropic", "https://host/anthropic/v1/messages"],
  ])("C13.2 base URL %s", (baseUrl, url) => {
    expect(toWire("anthropic-messages", { messages: [] }, { ...target, baseUrl }).url).toBe(url);
  });

  it("C13.2 given headers win whatever their case; without a key there is no key header", () => {
    const headers = { "X-Api-Key": "other", "Anthropic-Version": "2024-01-01" };
    expect(
      toWire("anthropic-messages", { messages: [] }, { ...target, headers }).headers,
    ).toMatchObject({
      "x-api-key": "other",
      "anthropic-version": "2024-01-01",
    });
    const { headers: bare } = toWire(
      "anthropic-messages",
      { messages: [] },
      { model: "m", baseUrl: "https://host" },
    );
    expect(bare).not.toHaveProperty("x-api-key");
  });

  it("C13.2 all results of a batch are one user message, steering text after them", () => {
    expect(
      messages(
        user("go"),
        calls("c1", "c2"),
        result("c1", "one"),
        result("c2", "two", true),
        user("stop that"),
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
    expect(messages(user("a"), empty, user("b"))).toEqual([
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
    const sent = messages(user("a"), blank, user("  "), call, result("c1", ""));
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

  it.each<[ThinkingLevel, number, number]>([
    ["minimal", 1_024, 16_000],
    ["low", 2_048, 16_000],
    ["medium", 4_096, 16_000],
    ["high", 8_192, 16_384],
    ["xhigh", 16_384, 24_576],
    ["max", 32_000, 40_192],
  ])(
    "C13.2 thinking %s has a budget of %i, and max_tokens grows to %i",
    (level, budget, maxTokens) => {
      expect(body({ thinking: level, temperature: 1 })).toMatchObject({
        max_tokens: maxTokens,
        thinking: { type: "enabled", budget_tokens: budget },
      });
      expect(body({ thinking: level, temperature: 1 })).not.toHaveProperty("temperature");
    },
  );

  it("C13.2 max_tokens: as asked, capped by what the model can do", () => {
    expect(body({ maxTokens: 100 })).toMatchObject({ max_tokens: 100 });
    expect(body({ maxTokens: 99_999 }, { maxOutput: 8_192 })).toMatchObject({ max_tokens: 8_192 });
    expect(body({ thinking: "max" }, { maxOutput: 8_192 })).toMatchObject({
      max_tokens: 8_192,
      thinking: { budget_tokens: 7_168 },
    });
    expect(body({ thinking: "low" }, { maxOutput: 1_500 })).not.toHaveProperty("thinking");
    expect(body({ thinking: "off" })).not.toHaveProperty("thinking");
  });

  it("C13.2 a forced tool call excludes thinking", () => {
    const tools = [{ name: "read", description: "", parameters: {} }];
    expect(body({ tools, toolChoice: "required", thinking: "high" })).not.toHaveProperty(
      "thinking",
    );
    expect(body({ tools, toolChoice: "required" })).toMatchObject({ tool_choice: { type: "any" } });
    expect(body({ tools, toolChoice: { name: "read" } })).toMatchObject({
      tool_choice: { type: "tool", name: "read" },
    });
    expect(body({ tools, toolChoice: "none" })).toMatchObject({ tool_choice: { type: "none" } });
    expect(body({ toolChoice: "required" })).not.toHaveProperty("tool_choice");
  });

  it("C13.2 a schema for the answer, a blank system prompt, and fields of the caller's own", () => {
    const schema = { type: "object" };
    expect(
      body({
        responseFormat: { name: "x", schema },
        system: " ",
        extraBody: { top_k: 5, max_tokens: 1 },
      }),
    ).toMatchObject({
      output_config: { format: { type: "json_schema", schema } },
      top_k: 5,
      max_tokens: 1,
    });
    expect(body({ system: " " })).not.toHaveProperty("system");
  });

  it("C13.1 an unknown wire is refused on the caller's line", () => {
    // @ts-expect-error -- not a wire
    expect(() => toWire("smoke-signals", { messages: [] }, target)).toThrow(
      'unknown wire "smoke-signals"; known wires: anthropic-messages',
    );
    // @ts-expect-error -- not a wire
    expect(() => toWire("toString", { messages: [] }, target)).toThrow("unknown wire");
  });
});
