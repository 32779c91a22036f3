import { describe, expect, it } from "vitest";
import type { Compat, JsonObject, ThinkingLevel } from "../../../src/index.ts";
import { bodiesOf } from "../../support/wire.ts";

const target = { model: "chat-test", baseUrl: "https://host", apiKey: "sk-test-key" };
const body = bodiesOf("openai-completions", target);

describe("thinking of the Chat Completions API", () => {
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
