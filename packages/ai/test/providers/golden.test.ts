import { describe, expect, it } from "vitest";
import { findProvider, providers, type JsonObject } from "../../src/index.ts";
import { chatGolden } from "./golden-chat.ts";
import { localGolden } from "./golden-local.ts";
import { KEY, sentTo } from "./transcript.ts";

const source = (name: string): string => findProvider(name)?.documentation ?? "no source";
const schema = { type: "object", properties: { path: { type: "string" } } };
const PNG_URL = "data:image/png;base64,iVBORw0KGgo=";

/** Input items of the conversation, without reasoning: it came without the proof that would let it go back. */
const items: JsonObject[] = [
  {
    role: "user",
    content: [
      { type: "input_text", text: "Compare." },
      { type: "input_image", image_url: PNG_URL, detail: "auto" },
    ],
  },
  {
    type: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: "Looking.", annotations: [] }],
  },
  { type: "function_call", call_id: "callAAAA1", name: "read", arguments: '{"path":"a.txt"}' },
  { type: "function_call", call_id: "callBBBB2", name: "read", arguments: '{"path":"b.txt"}' },
  { type: "function_call_output", call_id: "callAAAA1", output: "alpha" },
  { type: "function_call_output", call_id: "callBBBB2", output: "(no output)" },
];
const goldens = [...chatGolden, ...localGolden];
const flatTool = {
  type: "function",
  name: "read",
  description: "Reads.",
  parameters: schema,
  strict: false,
};

describe("one conversation as each provider is sent it", () => {
  it.each(
    goldens.map(
      (golden) => [golden.provider, golden.model, source(golden.provider), golden] as const,
    ),
  )("C13.1 %s %s, as in %s", async (provider, model, _, { wire, env, url, headers, body }) => {
    const sent = await sentTo({ provider, model, wire, env });
    expect(sent.url).toBe(url);
    expect(sent.headers).toEqual({
      accept: "text/event-stream",
      "content-type": "application/json",
      ...headers,
    });
    expect(sent.body).toStrictEqual(body);
  });

  it.each([
    ["openai", undefined, "https://api.openai.com/v1/responses", "authorization", `Bearer ${KEY}`],
    [
      "azure-openai",
      "https://mine.openai.azure.com",
      "https://mine.openai.azure.com/openai/v1/responses",
      "api-key",
      KEY,
    ],
  ])(
    "C13.1 %s gpt-5.2, as in https://platform.openai.com/docs/api-reference/responses",
    async (provider, baseUrl, url, header, key) => {
      const sent = await sentTo({ provider, model: "gpt-5.2", baseUrl });
      expect([sent.url, sent.headers[header]]).toEqual([url, key]);
      expect(sent.body).toStrictEqual({
        model: "gpt-5.2",
        stream: true,
        store: false,
        instructions: "Be brief.",
        input: items,
        tools: [flatTool],
        max_output_tokens: 2_000,
        reasoning: { effort: "high", summary: "auto" },
        include: ["reasoning.encrypted_content"],
        prompt_cache_key: "session-1",
      });
    },
  );

  it(`C13.1 xai grok-4.3, as in ${source("xai")}`, async () => {
    const sent = await sentTo({ provider: "xai", model: "grok-4.3" });
    expect(sent.url).toBe("https://api.x.ai/v1/responses");
    expect(sent.headers["authorization"]).toBe(`Bearer ${KEY}`);
    expect(sent.body).toStrictEqual({
      model: "grok-4.3",
      stream: true,
      store: false,
      input: [{ role: "system", content: "Be brief." }, ...items],
      tools: [flatTool],
      max_output_tokens: 2_000,
      temperature: 0.5,
      include: ["reasoning.encrypted_content"],
    });
  });

  it(`C13.1 mistral magistral-medium-latest, as in ${source("mistral")}`, async () => {
    const sent = await sentTo({ provider: "mistral", model: "magistral-medium-latest" });
    expect(sent.url).toBe("https://api.mistral.ai/v1/chat/completions");
    expect(sent.headers["authorization"]).toBe(`Bearer ${KEY}`);
    const call = (id: string, path: string): JsonObject => ({
      id,
      type: "function",
      function: { name: "read", arguments: JSON.stringify({ path }) },
    });
    expect(sent.body).toStrictEqual({
      model: "magistral-medium-latest",
      stream: true,
      messages: [
        { role: "system", content: "Be brief." },
        {
          role: "user",
          content: [
            { type: "text", text: "Compare." },
            { type: "image_url", image_url: PNG_URL },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: [{ type: "text", text: "Two files." }] },
            { type: "text", text: "Looking." },
          ],
          tool_calls: [call("callAAAA1", "a.txt"), call("callBBBB2", "b.txt")],
        },
        { role: "tool", tool_call_id: "callAAAA1", name: "read", content: "alpha" },
        { role: "tool", tool_call_id: "callBBBB2", name: "read", content: "(no output)" },
      ],
      max_tokens: 2_000,
      tools: [
        { type: "function", function: { name: "read", description: "Reads.", parameters: schema } },
      ],
      temperature: 0.5,
      prompt_mode: "reasoning",
    });
  });

  it(`C13.2 anthropic claude-sonnet-4-5, as in ${source("anthropic")}`, async () => {
    const sent = await sentTo({ provider: "anthropic", model: "claude-sonnet-4-5" });
    expect(sent.url).toBe("https://api.anthropic.com/v1/messages");
    expect(sent.headers).toMatchObject({ "x-api-key": KEY, "anthropic-version": "2023-06-01" });
    const cache_control = { type: "ephemeral" };
    const use = (id: string, path: string): JsonObject => ({
      type: "tool_use",
      id,
      name: "read",
      input: { path },
    });
    const answer = (id: string, text: string, is_error: boolean): JsonObject => ({
      type: "tool_result",
      tool_use_id: id,
      content: [{ type: "text", text }],
      is_error,
    });
    expect(sent.body).toStrictEqual({
      model: "claude-sonnet-4-5",
      stream: true,
      max_tokens: 10_192,
      thinking: { type: "enabled", budget_tokens: 8_192 },
      system: [{ type: "text", text: "Be brief.", cache_control }],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Compare." },
            {
              type: "image",
              source: { type: "base64", media_type: "image/png", data: "iVBORw0KGgo=" },
              cache_control,
            },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "text", text: "Looking." },
            use("callAAAA1", "a.txt"),
            use("callBBBB2", "b.txt"),
          ],
        },
        {
          role: "user",
          content: [
            answer("callAAAA1", "alpha", false),
            { ...answer("callBBBB2", "(no output)", true), cache_control },
          ],
        },
      ],
      tools: [{ name: "read", description: "Reads.", input_schema: schema, cache_control }],
    });
  });

  it(`C13.1 google gemini-2.5-pro, as in ${source("google")}`, async () => {
    const sent = await sentTo({ provider: "google", model: "gemini-2.5-pro" });
    expect(sent.url).toBe(
      "https://generativelanguage.googleapis.com/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
    );
    expect(sent.headers["x-goog-api-key"]).toBe(KEY);
    expect(sent.body).toMatchObject({
      systemInstruction: { parts: [{ text: "Be brief." }] },
      contents: [
        {
          role: "user",
          parts: [
            { text: "Compare." },
            { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } },
          ],
        },
        {
          role: "model",
          parts: [
            { text: "Two files.", thought: true },
            { text: "Looking." },
            { functionCall: { name: "read", args: { path: "a.txt" } } },
            { functionCall: { name: "read", args: { path: "b.txt" } } },
          ],
        },
        {
          role: "user",
          parts: [
            { functionResponse: { name: "read", response: { output: "alpha" } } },
            { functionResponse: { name: "read", response: { error: "(no output)" } } },
          ],
        },
      ],
      tools: [{ functionDeclarations: [{ name: "read", description: "Reads." }] }],
      generationConfig: {
        maxOutputTokens: 2_000,
        temperature: 0.5,
        thinkingConfig: { includeThoughts: true },
      },
    });
  });

  it("C13.1 every provider is in here", () => {
    const named = new Set([
      ...goldens.map(({ provider }) => provider),
      "xai",
      "mistral",
      "anthropic",
      "google",
    ]);
    expect(providers.map(({ name }) => name).filter((name) => !named.has(name))).toEqual([]);
  });
});
