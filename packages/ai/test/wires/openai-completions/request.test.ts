import { describe, expect, it } from "vitest";
import { toWire, type Compat, type ModelRequest } from "../../../src/index.ts";
import { readTool, said } from "../../support/conversation.ts";
import { bodiesOf } from "../../support/wire.ts";

const target = { model: "chat-test", baseUrl: "https://host", apiKey: "sk-test-key" };
const body = bodiesOf("openai-completions", target);

describe("requests of the Chat Completions API", () => {
  it("C13.1 a whole request", () => {
    const request = {
      system: "Be brief.",
      messages: [said("hi")],
      tools: [{ ...readTool, execute: () => "not advertised" }],
      toolChoice: "required" as const,
      responseFormat: { name: "answer", schema: { type: "object" }, strict: true },
      temperature: 0.5,
      stop: ["END", ""],
      maxTokens: 900,
      thinking: "medium" as const,
      extraBody: { top_p: 0.9, temperature: 1 },
    };
    const before = structuredClone({ ...request, tools: [] });
    const wire = toWire("openai-completions", request, target);
    expect(wire).toStrictEqual({
      url: "https://host/v1/chat/completions",
      headers: {
        accept: "text/event-stream",
        "content-type": "application/json",
        authorization: "Bearer sk-test-key",
      },
      body: {
        model: "chat-test",
        stream: true,
        stream_options: { include_usage: true },
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "hi" },
        ],
        max_tokens: 900,
        tools: [
          {
            type: "function",
            function: {
              name: "read",
              description: "Reads.",
              parameters: { type: "object", properties: { path: { type: "string" } } },
            },
          },
        ],
        tool_choice: "required",
        response_format: {
          type: "json_schema",
          json_schema: { name: "answer", schema: { type: "object" }, strict: true },
        },
        stop: ["END"],
        reasoning_effort: "medium",
        top_p: 0.9,
        temperature: 1,
      },
    });
    expect({ ...request, tools: [] }).toEqual(before);
    expect(JSON.parse(JSON.stringify(wire.body))).toStrictEqual(wire.body);
  });

  it.each([
    ["https://host", "https://host/v1/chat/completions"],
    ["https://host/", "https://host/v1/chat/completions"],
    ["http://host:8080/v1/", "http://host:8080/v1/chat/completions"],
    ["https://host/openai/v1", "https://host/openai/v1/chat/completions"],
    ["https://host/v1/chat/completions", "https://host/v1/chat/completions"],
    ["https://host/api/paas/v4", "https://host/api/paas/v4/chat/completions"],
    ["https://host/v1?version=2", "https://host/v1/chat/completions?version=2"],
  ])("C13.1 base URL %s", (baseUrl, url) => {
    const wire = toWire("openai-completions", { messages: [] }, { ...target, baseUrl });
    expect(wire.url).toBe(url);
  });

  it("C13.1 the key goes where the provider wants it; given headers win; without a key there is none", () => {
    const keyHeader = { name: "Api-Key" };
    const headers = { "X-Extra": "1", Accept: "*/*" };
    const wire = toWire("openai-completions", { messages: [] }, { ...target, keyHeader, headers });
    expect(wire.headers).toEqual({
      accept: "*/*",
      "content-type": "application/json",
      "api-key": "sk-test-key",
      "x-extra": "1",
    });
    const bare = toWire("openai-completions", { messages: [] }, { ...target, apiKey: undefined });
    expect(bare.headers).not.toHaveProperty("authorization");
  });

  it.each<[ModelRequest["toolChoice"], unknown]>([
    ["auto", "auto"],
    ["none", "none"],
    ["required", "required"],
    [{ name: "read" }, { type: "function", function: { name: "read" } }],
  ])("C13.1 tool choice %j", (toolChoice, sent) => {
    expect(body({ tools: [readTool], toolChoice })["tool_choice"]).toEqual(sent);
    const fixed = body({ tools: [readTool], toolChoice }, { supportsToolChoice: false });
    expect(fixed).not.toHaveProperty("tool_choice");
    expect("tools" in fixed).toBe(toolChoice !== "none");
    expect(body({ toolChoice })).not.toHaveProperty("tool_choice");
  });

  it("C13.1 limits: as asked, never above the model's own, none unless asked, and a default where the server's is short", () => {
    expect(body({})).not.toHaveProperty("max_tokens");
    expect(body({ maxTokens: 500 }, {}, 100)["max_tokens"]).toBe(100);
    expect(body({}, { defaultMaxTokens: 900 })["max_tokens"]).toBe(900);
    const modern = body({ maxTokens: 5 }, { maxTokensField: "max_completion_tokens" });
    expect([modern["max_completion_tokens"], modern["max_tokens"]]).toEqual([5, undefined]);
  });

  it("C13.1 what a server does not know is left out", () => {
    const request = {
      temperature: 0.5,
      stop: ["x"],
      responseFormat: { name: "a", schema: { type: "object" } },
    };
    const sent = body(request, {
      supportsTemperature: false,
      supportsStop: false,
      supportsStreamUsage: false,
      responseFormat: "json_object",
    });
    expect(sent).toEqual({
      model: "chat-test",
      stream: true,
      messages: [
        {
          role: "system",
          content: 'Answer with one JSON object that follows this JSON Schema:\n{"type":"object"}',
        },
        { role: "user", content: "hi" },
      ],
      response_format: { type: "json_object" },
    });
    const none = body(
      { ...request, system: "S" },
      { responseFormat: "none", systemRole: "developer" },
    );
    expect(none).not.toHaveProperty("response_format");
    expect(none["messages"]).toMatchObject([
      { role: "developer", content: expect.stringMatching(/^S\n\nAnswer with one JSON/) },
      {},
    ]);
  });

  it("C13.1 the session's id leads to its cache: in the body, at most 64 characters, or in a header", () => {
    const sessionId = "s".repeat(80);
    expect(body({ sessionId })).not.toHaveProperty("prompt_cache_key");
    expect(body({ sessionId }, { promptCacheKey: true })["prompt_cache_key"]).toBe("s".repeat(64));
    const { headers } = toWire(
      "openai-completions",
      { messages: [], sessionId: "abc" },
      { ...target, compat: { sessionHeader: "x-session-id" } },
    );
    expect(headers["x-session-id"]).toBe("abc");
  });

  it("C13.1 store, parallel calls and other fields of the server's own; what is given with the request wins", () => {
    const compat: Compat = {
      store: false,
      parallelToolCalls: false,
      bodyFields: { tool_stream: true, top_k: 1 },
    };
    expect(body({ tools: [readTool], extraBody: { top_k: 2 } }, compat)).toMatchObject({
      store: false,
      parallel_tool_calls: false,
      tool_stream: true,
      top_k: 2,
    });
  });
});
