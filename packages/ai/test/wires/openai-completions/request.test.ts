import { describe, expect, it } from "vitest";
import {
  toWire,
  type Compat,
  type JsonObject,
  type Message,
  type ModelRequest,
  type ThinkingLevel,
} from "../../../src/index.ts";
import { calls, PNG, PNG_URL, readTool, reply, result, user } from "../../support/transcripts.ts";

const target = { model: "chat-test", baseUrl: "https://host", apiKey: "sk-test-key" };
const own = { api: "openai-completions", model: "chat-test" };

function body(request: Partial<ModelRequest>, compat: Compat = {}, maxOutput?: number): JsonObject {
  const { body: built } = toWire(
    "openai-completions",
    { messages: [user("hi")], ...request },
    { ...target, compat, maxOutput },
  );
  return built;
}

function messages(list: readonly Message[], compat: Compat = {}): unknown {
  return body({ messages: list }, compat)["messages"];
}

const sentCall = (id: string): JsonObject => ({
  id,
  type: "function",
  function: { name: "read", arguments: JSON.stringify({ path: id }) },
});

describe("requests of the Chat Completions API", () => {
  it("C13.1 a whole request", () => {
    const request = {
      system: "Be brief.",
      messages: [user("hi")],
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

  it("C13.1 a transcript: text in order, images, calls, results, steering", () => {
    expect(
      messages([
        user([{ type: "text", text: "see" }, PNG, { type: "text", text: "there" }]),
        reply([
          { type: "text", text: "Look" },
          { type: "text", text: "ing." },
          ...calls("c1", "c2").content,
        ]),
        result("c1", "one"),
        result("c2", "", true),
        user("stop that"),
      ]),
    ).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "see" },
          { type: "image_url", image_url: { url: PNG_URL } },
          { type: "text", text: "there" },
        ],
      },
      { role: "assistant", content: "Looking.", tool_calls: [sentCall("c1"), sentCall("c2")] },
      { role: "tool", tool_call_id: "c1", content: "one" },
      { role: "tool", tool_call_id: "c2", content: "(no output)" },
      { role: "user", content: "stop that" },
    ]);
  });

  it("C13.1 session-only roles are user text", () => {
    const summary: Message = {
      role: "compactionSummary",
      summary: "We met.",
      tokensBefore: 9,
      timestamp: 1,
    };
    expect(messages([summary])).toEqual([
      { role: "user", content: "Previous conversation summary:\nWe met." },
    ]);
  });

  it("PEER-29 images of results follow in a user message behind all results, or inside where the server takes them", () => {
    const list = [
      calls("c1", "c2"),
      result("c1", [{ type: "text", text: "a chart" }, PNG]),
      result("c2", [PNG]),
      user("go on"),
    ];
    const image = { type: "image_url", image_url: { url: PNG_URL } };
    const label = { type: "text", text: "Image from the result of read:" };
    expect(messages(list)).toEqual([
      { role: "assistant", content: null, tool_calls: [sentCall("c1"), sentCall("c2")] },
      { role: "tool", tool_call_id: "c1", content: "a chart" },
      { role: "tool", tool_call_id: "c2", content: "(see the attached image)" },
      { role: "user", content: [label, image] },
      { role: "user", content: [label, image] },
      { role: "user", content: "go on" },
    ]);
    expect(messages(list, { toolResultImages: "inline", toolResultName: true })).toEqual([
      { role: "assistant", content: null, tool_calls: [sentCall("c1"), sentCall("c2")] },
      {
        role: "tool",
        tool_call_id: "c1",
        name: "read",
        content: [{ type: "text", text: "a chart" }, image],
      },
      { role: "tool", tool_call_id: "c2", name: "read", content: [image] },
      { role: "user", content: "go on" },
    ]);
  });

  it("F41 ids of another provider become valid ones, alike for call and result, and stay different", () => {
    const ids = ["call_A|fc_B", "x".repeat(90), "a|b", "a_b"];
    const list = [calls(...ids), ...ids.map((id) => result(id, id))];
    const before = structuredClone(list);
    for (const maxToolCallIdLength of [undefined, 40]) {
      const [asked, ...answers] = messages(list, { maxToolCallIdLength }) as JsonObject[];
      const sent = ((asked?.["tool_calls"] ?? []) as JsonObject[]).map(
        (one) => one["id"] as string,
      );
      expect(answers.map((one) => one["tool_call_id"])).toEqual(sent);
      expect(new Set(sent).size).toBe(ids.length);
      expect(sent.at(-1)).toBe("a_b");
      for (const id of sent) {
        expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        expect(id.length).toBeLessThanOrEqual(maxToolCallIdLength ?? 64);
      }
    }
    expect(list).toEqual(before);
  });

  it("F44 blank text, blank output and replies of which nothing remains", () => {
    expect(
      messages([
        user(" "),
        reply([{ type: "text", text: "" }], { stopReason: "error" }),
        reply([{ type: "text", text: " \n" }, ...calls("c1").content]),
        result("c1", "  "),
      ]),
    ).toEqual([
      { role: "assistant", content: null, tool_calls: [sentCall("c1")] },
      { role: "tool", tool_call_id: "c1", content: "(no output)" },
    ]);
  });

  it("C13.4 arguments that were no JSON object are not sent back as such", () => {
    const broken = reply([
      { type: "toolCall", id: "c", name: "read", arguments: {}, argumentsError: '{"pa' },
    ]);
    expect(messages([broken])).toMatchObject([{ tool_calls: [{ function: { arguments: "{}" } }] }]);
  });

  describe("F45 F42 reasoning goes back", () => {
    const thought = (more: object): Message =>
      reply([{ type: "thinking", thinking: "think" }, ...calls("c1").content], more);
    const details = [{ type: "reasoning.text", text: "think", signature: "S" }];

    it.each(["reasoning_content", "reasoning"] as const)(
      "in %s, to a server with that flag",
      (field) => {
        const [first] = messages([thought(own)], { reasoningField: field }) as JsonObject[];
        expect(first).toEqual({
          role: "assistant",
          content: null,
          [field]: "think",
          tool_calls: [sentCall("c1")],
        });
        expect(JSON.stringify(messages([thought(own)]))).not.toContain("think");
      },
    );

    it.each([
      ["another model", { ...own, model: "other" }],
      ["another wire", { ...own, api: "mistral-chat" }],
    ])("not that of %s; where it is required an empty one stands in", (_, more) => {
      const compat: Compat = { reasoningField: "reasoning_content" };
      expect(JSON.stringify(messages([thought(more)], compat))).not.toContain("reasoning");
      expect(messages([thought(more)], { ...compat, requiresReasoning: true })).toMatchObject([
        { reasoning_content: "" },
      ]);
      const said = reply([{ type: "text", text: "Hi" }], more);
      expect(messages([said], { ...compat, requiresReasoning: true })).toEqual([
        { role: "assistant", content: "Hi" },
      ]);
    });

    it("PEER-28 as reasoning_details, with everything opaque in them, or as words where there is nothing opaque", () => {
      const signed = reply(
        [
          { type: "thinking", thinking: "think", thinkingSignature: JSON.stringify(details) },
          { type: "text", text: "Hi" },
          {
            type: "thinking",
            thinking: "",
            redacted: true,
            thinkingSignature: JSON.stringify([{ type: "reasoning.encrypted", data: "D" }]),
          },
        ],
        own,
      );
      const compat: Compat = { reasoningField: "reasoning_details" };
      expect(messages([signed, thought(own)], compat)).toMatchObject([
        {
          content: "Hi",
          reasoning_details: [...details, { type: "reasoning.encrypted", data: "D" }],
        },
        { reasoning: "think" },
      ]);
      expect(JSON.stringify(messages([{ ...signed, model: "other" }], compat))).not.toContain(
        "think",
      );
    });
  });

  it("F46 strict roles: user messages in a row, and images of results, become one", () => {
    expect(messages([user("a"), user("b")])).toEqual([
      { role: "user", content: "a" },
      { role: "user", content: "b" },
    ]);
    const compat: Compat = { mergeUserMessages: true };
    expect(messages([user("a"), user("b")], compat)).toEqual([{ role: "user", content: "a\n\nb" }]);
    const list = [calls("c1"), result("c1", [PNG]), user("go on")];
    expect(messages(list, { ...compat, assistantAfterToolResults: true })).toMatchObject([
      { role: "assistant" },
      { role: "tool" },
      { role: "assistant", content: "I have the tool results." },
      {
        role: "user",
        content: [
          { text: "Image from the result of read:" },
          { image_url: { url: PNG_URL } },
          { text: "go on" },
        ],
      },
    ]);
  });

  it("F46 a blind model gets words in place of an image, and the record stays as it was", () => {
    const list = [user([PNG]), calls("c1"), result("c1", [PNG])];
    const before = structuredClone(list);
    const sent = JSON.stringify(messages(list, { supportsImages: false }));
    expect(sent).not.toContain(PNG.data);
    expect(sent.match(/\[Image left out: this model cannot see images/g)?.length).toBe(2);
    expect(list).toEqual(before);
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

  it.each<[Compat, ThinkingLevel, JsonObject]>([
    [{}, "off", {}],
    [{}, "minimal", { reasoning_effort: "low" }],
    [{}, "max", { reasoning_effort: "high" }],
    [{ thinkingLevels: { off: "none" } }, "off", { reasoning_effort: "none" }],
    [{ thinkingLevels: { low: null, medium: null } }, "low", { reasoning_effort: "high" }],
    [{ thinkingLevels: { max: "xhigh" } }, "max", { reasoning_effort: "xhigh" }],
    [{ thinkingFormat: "none" }, "high", {}],
    [{ thinkingFormat: "reasoning.effort" }, "high", { reasoning: { effort: "high" } }],
    [{ thinkingFormat: "reasoning.effort" }, "off", { reasoning: { effort: "none" } }],
    [{ thinkingFormat: "reasoning.enabled" }, "high", { reasoning: { enabled: true } }],
    [{ thinkingFormat: "reasoning.enabled" }, "off", { reasoning: { enabled: false } }],
    [{ thinkingFormat: "thinking.type" }, "low", { thinking: { type: "enabled" } }],
    [{ thinkingFormat: "thinking.type" }, "off", { thinking: { type: "disabled" } }],
    [
      { thinkingFormat: "thinking.type", thinkingLevels: { max: "max" } },
      "max",
      { thinking: { type: "enabled" }, reasoning_effort: "max" },
    ],
    [{ thinkingFormat: "thinking.type", thinkingLevels: { off: null } }, "off", {}],
    [{ thinkingFormat: "enable_thinking" }, "low", { enable_thinking: true }],
    [{ thinkingFormat: "enable_thinking" }, "off", { enable_thinking: false }],
    [
      { thinkingFormat: "chat_template_kwargs" },
      "low",
      { chat_template_kwargs: { enable_thinking: true } },
    ],
  ])("C13.1 thinking: %j asked for %s", (compat, thinking, sent) => {
    const without = body({}, compat);
    expect(body({ thinking }, compat)).toEqual({ ...without, ...sent });
  });
});
