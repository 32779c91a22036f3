import { describe, expect, it } from "vitest";
import {
  toWire,
  type JsonObject,
  type Message,
  type ModelRequest,
  type ThinkingLevel,
  type WireTarget,
} from "../../../src/index.ts";
import { call, image, replied, result, said, shown } from "../../support/conversation.ts";

const target: WireTarget = {
  model: "gemini-2.5-flash",
  baseUrl: "https://host",
  apiKey: "AIza-key",
};

function wire(request: Partial<ModelRequest>, more: Partial<WireTarget> = {}) {
  return toWire(
    "google-generative-ai",
    { messages: [said("hi")], ...request },
    { ...target, ...more },
  );
}

function contents(messages: readonly Message[], more: Partial<WireTarget> = {}): unknown {
  return wire({ messages }, more).body["contents"];
}

function config(request: Partial<ModelRequest>, more: Partial<WireTarget> = {}): unknown {
  return wire(request, more).body["generationConfig"];
}

describe("requests of the Generative Language API", () => {
  it("C13.1 a whole request; the key is in a header and nowhere in the URL", () => {
    const request = {
      system: "Be brief.",
      messages: [said("hi")],
      tools: [{ name: "read", description: "Reads.", parameters: { type: "object" } }],
      toolChoice: "required" as const,
      temperature: 0.5,
      maxTokens: 99_999,
      stop: ["END", ""],
      extraBody: { cachedContent: "c" },
    };
    const before = structuredClone(request);
    const sent = wire(request, { maxOutput: 8_192 });
    expect(sent).toEqual({
      url: "https://host/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
      headers: {
        accept: "text/event-stream",
        "content-type": "application/json",
        "x-goog-api-key": "AIza-key",
      },
      body: {
        systemInstruction: { parts: [{ text: "Be brief." }] },
        contents: [{ role: "user", parts: [{ text: "hi" }] }],
        tools: [{ functionDeclarations: [{ name: "read", description: "Reads." }] }],
        toolConfig: { functionCallingConfig: { mode: "ANY" } },
        generationConfig: { maxOutputTokens: 8_192, temperature: 0.5, stopSequences: ["END"] },
        cachedContent: "c",
      },
    });
    expect(sent.url).not.toContain("AIza-key");
    expect(request).toEqual(before);
    expect(JSON.parse(JSON.stringify(sent.body))).toStrictEqual(sent.body);
  });

  it.each([
    ["https://host", "m", "https://host/v1beta/models/m"],
    ["https://host/v1beta/", "m", "https://host/v1beta/models/m"],
    ["https://host/proxy/v1", "models/m", "https://host/proxy/v1/models/m"],
    ["https://host", "tunedModels/a b", "https://host/v1beta/tunedModels/a%20b"],
  ])("C13.1 base URL %s and model %s", (baseUrl, model, start) => {
    expect(wire({}, { baseUrl, model }).url).toBe(`${start}:streamGenerateContent?alt=sse`);
  });

  it.each([
    ["auto", { mode: "AUTO" }],
    ["none", { mode: "NONE" }],
    [{ name: "read" }, { mode: "ANY", allowedFunctionNames: ["read"] }],
  ] as const)("C13.1 tool choice %j", (toolChoice, functionCallingConfig) => {
    const tools = [{ name: "read", description: "", parameters: {} }];
    expect(wire({ tools, toolChoice }).body["toolConfig"]).toEqual({ functionCallingConfig });
    expect(wire({ toolChoice }).body).not.toHaveProperty("toolConfig");
  });

  it("C13.1 a schema for the answer", () => {
    const schema = { type: "object", properties: { a: { type: "string" } }, $schema: "x" };
    expect(config({ responseFormat: { name: "x", schema } })).toEqual({
      responseMimeType: "application/json",
      responseSchema: { type: "object", properties: { a: { type: "string" } } },
    });
  });

  it.each<[string, ThinkingLevel, JsonObject]>([
    ["gemini-2.5-pro", "off", { thinkingBudget: 128 }],
    ["gemini-2.5-pro", "minimal", { includeThoughts: true, thinkingBudget: 128 }],
    ["gemini-2.5-pro", "max", { includeThoughts: true, thinkingBudget: 32_768 }],
    ["gemini-2.5-flash", "off", { thinkingBudget: 0 }],
    ["gemini-2.5-flash", "medium", { includeThoughts: true, thinkingBudget: 8_192 }],
    ["gemini-2.5-flash", "max", { includeThoughts: true, thinkingBudget: 24_576 }],
    ["gemini-3-pro-preview", "off", { thinkingLevel: "low" }],
    ["gemini-3-flash-preview", "off", { thinkingLevel: "minimal" }],
    ["gemini-3.5-flash", "xhigh", { includeThoughts: true, thinkingLevel: "high" }],
    ["gemini-flash-latest", "low", { includeThoughts: true, thinkingLevel: "low" }],
    ["gemma-4-31b-it", "high", { includeThoughts: true, thinkingLevel: "high" }],
  ])("C13.1 %s told to think %s", (model, thinking, thinkingConfig) => {
    expect(config({ thinking }, { model })).toEqual({ thinkingConfig });
  });

  it("C13.1 thinking is left to the provider when nothing is asked, and to models that cannot", () => {
    expect(config({})).toBeUndefined();
    expect(config({ thinking: "high" }, { model: "gemini-2.0-flash" })).toBeUndefined();
    expect(config({ thinking: "high" }, { compat: { googleThinking: "none" } })).toBeUndefined();
    const words = { thinkingLevels: { medium: null, high: "HIGH" } };
    expect(config({ thinking: "medium" }, { model: "gemini-3-pro", compat: words })).toEqual({
      thinkingConfig: { includeThoughts: true, thinkingLevel: "HIGH" },
    });
  });
});

describe("transcripts of the Generative Language API", () => {
  const own = { api: "google-generative-ai", model: "gemini-2.5-flash" };

  it("C13.1 all results of a batch are one content of their own, steering text behind it", () => {
    const messages = [
      said("go"),
      replied([call("c1"), call("c2", "write", { arguments: { a: 1 } })]),
      result("c1", "one"),
      { ...result("c2", "two"), isError: true },
      said("stop"),
    ];
    expect(contents(messages)).toEqual([
      { role: "user", parts: [{ text: "go" }] },
      {
        role: "model",
        parts: [
          { functionCall: { id: "c1", name: "read", args: {} } },
          { functionCall: { id: "c2", name: "write", args: { a: 1 } } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "c1", name: "read", response: { output: "one" } } },
          { functionResponse: { id: "c2", name: "read", response: { error: "two" } } },
        ],
      },
      { role: "user", parts: [{ text: "stop" }] },
    ]);
    const plain = JSON.stringify(contents(messages, { compat: { functionCallIds: false } }));
    expect(plain).not.toContain('"id"');
  });

  it("F42 signatures of text, thinking and calls go back to the model that wrote them, and to no other", () => {
    const content = [
      { type: "thinking" as const, thinking: "hm", thinkingSignature: "S1" },
      { type: "text" as const, text: "", textSignature: "S2" },
      { type: "text" as const, text: "yes" },
      call("c", "read", { thoughtSignature: "S3" }),
    ];
    expect(contents([replied(content, own)])).toEqual([
      {
        role: "model",
        parts: [
          { text: "hm", thought: true, thoughtSignature: "S1" },
          { text: "", thoughtSignature: "S2" },
          { text: "yes" },
          { functionCall: { id: "c", name: "read", args: {} }, thoughtSignature: "S3" },
        ],
      },
    ]);
    expect(contents([replied(content, { ...own, model: "other" })])).toEqual([
      {
        role: "model",
        parts: [{ text: "yes" }, { functionCall: { id: "c", name: "read", args: {} } }],
      },
    ]);
  });

  it("F42 a model that refuses unsigned calls is told that another one made them", () => {
    const messages = [replied([call("c1"), call("c2")])];
    const parts = contents(messages, { model: "gemini-3-pro-preview" });
    expect(parts).toMatchObject([
      {
        parts: [
          { thoughtSignature: "skip_thought_signature_validator" },
          expect.not.objectContaining({ thoughtSignature: expect.anything() }),
        ],
      },
    ]);
  });

  it("C13.1 images: in prompts, inside a result where the model takes them there, else behind it", () => {
    const messages = [
      shown("see", image("AAAA")),
      replied([call("c")]),
      result("c", image("BBBB")),
    ];
    const inline = (data: string) => ({ inlineData: { mimeType: "image/png", data } });
    const response = { id: "c", name: "read", response: { output: "(see the attached image)" } };
    expect(contents(messages)).toMatchObject([
      { parts: [{ text: "see" }, inline("AAAA")] },
      {},
      { parts: [{ functionResponse: response }] },
      { role: "user", parts: [inline("BBBB")] },
    ]);
    expect(contents(messages, { model: "gemini-3-pro-preview" })).toMatchObject([
      {},
      {},
      { parts: [{ functionResponse: { ...response, parts: [inline("BBBB")] } }] },
    ]);
  });

  it("F46 user messages in a row are one content, and a blank system prompt is none", () => {
    expect(contents([said("a"), said("b")])).toEqual([
      { role: "user", parts: [{ text: "a" }, { text: "b" }] },
    ]);
    expect(wire({ system: " " }).body).not.toHaveProperty("systemInstruction");
  });
});
