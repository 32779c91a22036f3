import { describe, expect, it } from "vitest";
import { toWire, type Compat, type JsonObject, type ThinkingLevel } from "../../../src/index.ts";
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

const target = { model: "mistral-test", baseUrl: "https://host/v1", apiKey: "key-0123456789" };
const own = { api: "mistral-chat", model: "mistral-test" };
const body = bodiesOf("mistral-chat", { ...target, maxOutput: 1_000 });

describe("requests of Mistral's chat wire", () => {
  it("C13.1 a whole request, without any field that Mistral would refuse", () => {
    const wire = toWire(
      "mistral-chat",
      {
        system: "Be brief.",
        messages: [said([{ type: "text", text: "see" }, PNG])],
        tools: [readTool],
        toolChoice: "required",
        responseFormat: { name: "answer", schema: { type: "object" } },
        temperature: 0.5,
        stop: ["END"],
        maxTokens: 5_000,
        thinking: "high",
        sessionId: "s",
        extraBody: { random_seed: 1 },
      },
      { ...target, maxOutput: 1_000 },
    );
    expect(wire).toStrictEqual({
      url: "https://host/v1/chat/completions",
      headers: {
        accept: "text/event-stream",
        "content-type": "application/json",
        authorization: "Bearer key-0123456789",
      },
      body: {
        model: "mistral-test",
        stream: true,
        messages: [
          { role: "system", content: "Be brief." },
          {
            role: "user",
            content: [
              { type: "text", text: "see" },
              { type: "image_url", image_url: PNG_URL },
            ],
          },
        ],
        max_tokens: 1_000,
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
        tool_choice: "any",
        response_format: {
          type: "json_schema",
          json_schema: { name: "answer", schema: { type: "object" } },
        },
        temperature: 0.5,
        stop: ["END"],
        random_seed: 1,
      },
    });
  });

  it("F41 ids are nine letters and digits, alike for call and result; a valid one stays", () => {
    const ids = ["call_A|fc_B", "x".repeat(90), "a|b", "a_b", "aB3xY9kLm"];
    const { messages } = body({ messages: [calls(...ids), ...ids.map((id) => result(id, "ok"))] });
    const [asked, ...answers] = messages as JsonObject[];
    const sent = ((asked?.["tool_calls"] ?? []) as JsonObject[]).map((one) => one["id"] as string);
    expect(answers.map((one) => [one["tool_call_id"], one["name"]])).toEqual(
      sent.map((id) => [id, "read"]),
    );
    expect(new Set(sent).size).toBe(ids.length);
    for (const id of sent) expect(id).toMatch(/^[a-zA-Z0-9]{9}$/);
    expect(sent.at(-1)).toBe("aB3xY9kLm");
  });

  it("F46 no user message meets a tool result, and images of results stay inside", () => {
    const list = [calls("aB3xY9kLm"), result("aB3xY9kLm", PNG), said("go on")];
    expect(body({ messages: list })["messages"]).toMatchObject([
      { role: "assistant", content: "" },
      { role: "tool", content: [{ type: "image_url", image_url: PNG_URL }] },
      { role: "assistant", content: "I have the tool results." },
      { role: "user", content: "go on" },
    ]);
    const blind = body({ messages: list }, { supportsImages: false });
    expect(JSON.stringify(blind)).not.toContain(PNG.data);
  });

  it("F45 F42 the model's own thinking goes back as parts, in order; another model's does not", () => {
    const message = replied(
      [
        { type: "thinking", thinking: "hm" },
        { type: "text", text: "Hi" },
      ],
      own,
    );
    expect(body({ messages: [message] })["messages"]).toEqual([
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "hm" }] },
          { type: "text", text: "Hi" },
        ],
      },
    ]);
    expect(body({ messages: [{ ...message, model: "other" }] })["messages"]).toEqual([
      { role: "assistant", content: "Hi" },
    ]);
  });

  it.each<[Compat, ThinkingLevel, JsonObject]>([
    [{}, "high", {}],
    [{ mistralThinking: "prompt_mode" }, "low", { prompt_mode: "reasoning" }],
    [{ mistralThinking: "prompt_mode" }, "off", {}],
    [{ mistralThinking: "reasoning_effort" }, "medium", { reasoning_effort: "medium" }],
    [{ mistralThinking: "reasoning_effort" }, "off", {}],
    [
      {
        mistralThinking: "reasoning_effort",
        thinkingLevels: { off: "none", low: null, medium: null },
      },
      "low",
      { reasoning_effort: "high" },
    ],
    [
      { mistralThinking: "reasoning_effort", thinkingLevels: { off: "none" } },
      "off",
      { reasoning_effort: "none" },
    ],
  ])("C13.1 thinking: %j asked for %s", (compat, thinking, sent) => {
    expect(body({ thinking }, compat)).toEqual({ ...body({}, compat), ...sent });
  });
});
