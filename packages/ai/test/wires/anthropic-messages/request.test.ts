import { describe, expect, it } from "vitest";
import { toWire, type ThinkingLevel } from "../../../src/index.ts";
import { said } from "../../support/conversation.ts";
import { bodiesOf } from "../../support/wire.ts";

const target = { model: "claude-test", baseUrl: "https://host", apiKey: "sk-test-key" };
const body = bodiesOf("anthropic-messages", target);

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
      messages: [said("hi")],
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
    expect(body({ maxTokens: 99_999 }, {}, 8_192)).toMatchObject({ max_tokens: 8_192 });
    expect(body({ thinking: "max" }, {}, 8_192)).toMatchObject({
      max_tokens: 8_192,
      thinking: { budget_tokens: 7_168 },
    });
    expect(body({ thinking: "low" }, {}, 1_500)).not.toHaveProperty("thinking");
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
