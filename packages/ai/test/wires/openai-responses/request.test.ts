import { describe, expect, it } from "vitest";
import {
  toWire,
  type AssistantMessage,
  type Compat,
  type JsonObject,
  type Message,
  type ModelRequest,
  type ThinkingLevel,
} from "../../../src/index.ts";
import {
  calls,
  PNG,
  PNG_URL,
  readTool,
  replied,
  result,
  said,
} from "../../support/conversation.ts";
import { bodiesOf } from "../../support/wire.ts";

const target = { model: "gpt-test", baseUrl: "https://host", apiKey: "sk-test-key" };
const own = { api: "openai-responses", model: "gpt-test" };
const body = bodiesOf("openai-responses", target);

function input(list: readonly Message[], compat: Compat = {}): JsonObject[] {
  return body({ messages: list }, compat)["input"] as JsonObject[];
}

const item = (id: string, more: object = { encrypted_content: `secret ${id}` }): JsonObject => ({
  type: "reasoning",
  id,
  summary: [],
  ...more,
});
const thinking = (value: JsonObject): AssistantMessage["content"][number] => ({
  type: "thinking",
  thinking: "hm",
  thinkingSignature: JSON.stringify(value),
});

describe("requests of the Responses API", () => {
  it("C13.1 a whole request", () => {
    const request: ModelRequest = {
      system: "Be brief.",
      messages: [said("hi")],
      tools: [readTool],
      toolChoice: { name: "read" },
      responseFormat: { name: "answer", schema: { type: "object" }, strict: true },
      temperature: 0.5,
      maxTokens: 900,
      thinking: "low",
      sessionId: "s1",
      extraBody: { service_tier: "flex" },
    };
    const before = structuredClone(request);
    const compat = { promptCacheKey: true, parallelToolCalls: true, sessionHeader: "session_id" };
    const wire = toWire("openai-responses", request, { ...target, compat });
    expect(wire).toStrictEqual({
      url: "https://host/v1/responses",
      headers: {
        accept: "text/event-stream",
        "content-type": "application/json",
        authorization: "Bearer sk-test-key",
        session_id: "s1",
      },
      body: {
        model: "gpt-test",
        stream: true,
        store: false,
        instructions: "Be brief.",
        input: [{ role: "user", content: [{ type: "input_text", text: "hi" }] }],
        tools: [
          {
            type: "function",
            name: "read",
            description: "Reads.",
            parameters: { type: "object", properties: { path: { type: "string" } } },
            strict: false,
          },
        ],
        tool_choice: { type: "function", name: "read" },
        parallel_tool_calls: true,
        max_output_tokens: 900,
        temperature: 0.5,
        reasoning: { effort: "low", summary: "auto" },
        include: ["reasoning.encrypted_content"],
        text: {
          format: { type: "json_schema", name: "answer", schema: { type: "object" }, strict: true },
        },
        prompt_cache_key: "s1",
        service_tier: "flex",
      },
    });
    expect(request).toEqual(before);
    expect(JSON.parse(JSON.stringify(wire.body))).toStrictEqual(wire.body);
  });

  it("PEER-28 F42 the model's own items go back as they came: reasoning, text with its phase, call", () => {
    const message = replied(
      [
        thinking(item("rs_1")),
        {
          type: "text",
          text: "Looking.",
          textSignature: JSON.stringify({ id: "msg_1", phase: "commentary" }),
        },
        thinking(item("rs_2")),
        { type: "toolCall", id: "call_1|fc_1", name: "read", arguments: { path: "a" } },
      ],
      own,
    );
    const call = {
      type: "function_call",
      call_id: "call_1",
      name: "read",
      arguments: '{"path":"a"}',
    };
    const output = { type: "function_call_output", call_id: "call_1", output: "one" };
    expect(input([message, result("call_1|fc_1", "one")])).toEqual([
      item("rs_1"),
      {
        type: "message",
        role: "assistant",
        id: "msg_1",
        phase: "commentary",
        status: "completed",
        content: [{ type: "output_text", text: "Looking.", annotations: [] }],
      },
      item("rs_2"),
      { ...call, id: "fc_1" },
      output,
    ]);
    // Another model gets neither the reasoning nor the ids that stand for it.
    expect(input([{ ...message, model: "other" }, result("call_1|fc_1", "one")])).toEqual([
      {
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "Looking.", annotations: [] }],
      },
      call,
      output,
    ]);
  });

  it("PEER-28 reasoning that nothing follows, or that the server could not read, is left out", () => {
    const stopped = replied([thinking(item("rs_1"))], { ...own, stopReason: "aborted" });
    expect(input([said("hi"), stopped])).toHaveLength(1);
    const plain = item("rs_1", { content: [{ type: "reasoning_text", text: "hm" }] });
    const message = replied([thinking(plain), { type: "text", text: "Hi" }], own);
    expect(input([message])).toMatchObject([{ type: "message" }]);
    expect(input([message], { plainReasoning: true })).toMatchObject([plain, { type: "message" }]);
    const foreign = replied(
      [
        { type: "thinking", thinking: "hm", thinkingSignature: "no json" },
        { type: "text", text: "Hi", textSignature: "no json" },
      ],
      own,
    );
    expect(input([foreign])).toEqual([
      {
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "Hi", annotations: [] }],
      },
    ]);
  });

  it("F41 ids of other providers become valid ones, alike for call and result, and stay different", () => {
    const ids = ["call_A|fc_B", "call_A|fc_C", "x".repeat(90), "a|b", "a_b", "toolu_1"];
    const list = [calls(...ids), ...ids.map((id) => result(id, id))];
    const items = input(list);
    const asked = items.filter((one) => one["type"] === "function_call");
    const answered = items.filter((one) => one["type"] === "function_call_output");
    const sent = asked.map((one) => one["call_id"]);
    expect(answered.map((one) => one["call_id"])).toEqual(sent);
    expect(new Set(sent).size).toBe(ids.length);
    for (const id of sent) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect([sent[0], sent[4], sent[5]]).toEqual(["call_A", "a_b", "toolu_1"]);
  });

  it("PEER-29 F44 results: images inside or behind, blank output, blank text", () => {
    const image = { type: "input_image", image_url: PNG_URL, detail: "auto" };
    const list = [
      said([{ type: "text", text: " " }]),
      said([PNG]),
      replied([{ type: "text", text: " \n" }, ...calls("c1", "c2").content]),
      result("c1", "a chart", PNG),
      result("c2", " "),
      said("go on"),
    ];
    expect(input(list)).toMatchObject([
      { role: "user", content: [image] },
      { type: "function_call", call_id: "c1" },
      { type: "function_call", call_id: "c2" },
      {
        type: "function_call_output",
        call_id: "c1",
        output: [{ type: "input_text", text: "a chart" }, image],
      },
      { type: "function_call_output", call_id: "c2", output: "(no output)" },
      { role: "user", content: [{ type: "input_text", text: "go on" }] },
    ]);
    expect(input(list, { toolResultImages: "userMessage" }).slice(3, 6)).toEqual([
      { type: "function_call_output", call_id: "c1", output: "a chart" },
      { type: "function_call_output", call_id: "c2", output: "(no output)" },
      {
        role: "user",
        content: [{ type: "input_text", text: "Image from the result of read:" }, image],
      },
    ]);
    expect(JSON.stringify(input(list, { supportsImages: false }))).not.toContain(PNG.data);
  });

  it("C13.1 session-only roles are user text", () => {
    const custom: Message = {
      role: "custom",
      customType: "note",
      content: "Remember.",
      display: true,
      timestamp: 1,
    };
    expect(input([custom])).toEqual([
      { role: "user", content: [{ type: "input_text", text: "Remember." }] },
    ]);
  });

  it.each<[Compat, ThinkingLevel | undefined, JsonObject]>([
    [{}, undefined, { include: ["reasoning.encrypted_content"] }],
    [{}, "off", { include: ["reasoning.encrypted_content"] }],
    [{ supportsReasoning: false }, "high", {}],
    [{ encryptedReasoning: false }, "max", { reasoning: { effort: "high", summary: "auto" } }],
    [
      { encryptedReasoning: false, thinkingLevels: { off: "none" }, reasoningSummary: null },
      "off",
      { reasoning: { effort: "none" } },
    ],
    [{ thinkingFormat: "none" }, "high", { include: ["reasoning.encrypted_content"] }],
  ])("C13.1 thinking: %j asked for %s", (compat, level, sent) => {
    const { reasoning, include } = body({ thinking: level }, compat);
    expect(JSON.parse(JSON.stringify({ reasoning, include }))).toEqual(sent);
  });

  it("C13.1 a server without instructions gets the system prompt as a message; limits and temperature as known", () => {
    const sent = body(
      { system: "S", maxTokens: 500, temperature: 1, toolChoice: "auto" },
      { instructions: false, supportsTemperature: false },
      100,
    );
    expect(sent).toMatchObject({
      input: [{ role: "system", content: "S" }, { role: "user" }],
      max_output_tokens: 100,
    });
    for (const name of ["instructions", "temperature", "tools", "tool_choice"]) {
      expect(sent).not.toHaveProperty(name);
    }
    expect(body({ system: " " })).not.toHaveProperty("instructions");
  });
});
