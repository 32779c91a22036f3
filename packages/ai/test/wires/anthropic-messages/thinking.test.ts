import { describe, expect, it } from "vitest";
import { replied, said } from "../../support/conversation.ts";
import { bodiesOf } from "../../support/wire.ts";

const body = bodiesOf("anthropic-messages", { model: "m", baseUrl: "https://host" });

const adaptive = { forceAdaptiveThinking: true };

describe("thinking of the Messages API", () => {
  it("C13.2 a model that decides for itself gets an effort, and room for it", () => {
    expect(body({ thinking: "high", temperature: 1 }, adaptive)).toMatchObject({
      max_tokens: 16_384,
      thinking: { type: "adaptive", display: "summarized" },
      output_config: { effort: "high" },
    });
    expect(body({ thinking: "high", temperature: 1 }, adaptive)).not.toHaveProperty("temperature");
    expect(body({ thinking: "minimal" }, adaptive)).toMatchObject({
      output_config: { effort: "low" },
    });
    expect(body({ thinking: "max" }, adaptive)).toMatchObject({
      output_config: { effort: "high" },
    });
  });

  it("C13.2 the model's own words win, and a level it does not have becomes the nearest", () => {
    const compat = { ...adaptive, thinkingLevels: { minimal: null, xhigh: null, max: "max" } };
    expect(body({ thinking: "xhigh" }, compat)).toMatchObject({ output_config: { effort: "max" } });
    expect(body({ thinking: "minimal" }, compat)).toMatchObject({
      output_config: { effort: "low" },
    });
    const nothing = { minimal: null, low: null, medium: null, high: null, xhigh: null, max: null };
    expect(body({ thinking: "high" }, { thinkingLevels: nothing })).not.toHaveProperty("thinking");
  });

  it("C13.2 off is said where the model thinks by default, and not where it cannot stop", () => {
    expect(body({ thinking: "off" }, adaptive)).toMatchObject({ thinking: { type: "disabled" } });
    expect(body({}, { ...adaptive, thinkingLevels: { off: null } })).not.toHaveProperty("thinking");
    expect(body({ thinking: "off" }, {})).not.toHaveProperty("thinking");
  });

  it("C13.2 an effort and a format for the answer share one field", () => {
    const responseFormat = { name: "x", schema: { type: "object" } };
    expect(body({ thinking: "low", responseFormat }, adaptive)["output_config"]).toEqual({
      effort: "low",
      format: { type: "json_schema", schema: { type: "object" } },
    });
  });

  it("C13.2 a temperature is left out where the model takes none", () => {
    expect(body({ temperature: 0.5 }, { supportsTemperature: false })).not.toHaveProperty(
      "temperature",
    );
    expect(body({ temperature: 0.5 }, adaptive)).toHaveProperty("temperature", 0.5);
  });

  it("F42 thinking without a signature goes back only where the server writes it so", () => {
    const thought = replied([{ type: "thinking", thinking: "hm" }], {
      api: "anthropic-messages",
      model: "m",
    });
    const messages = [said("a"), thought];
    expect(body({ messages }, {})["messages"]).toHaveLength(1);
    expect(body({ messages }, { allowEmptySignature: true })["messages"]).toMatchObject([
      {},
      { content: [{ type: "thinking", thinking: "hm", signature: "" }] },
    ]);
  });
});
