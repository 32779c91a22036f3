import { describe, expect, it } from "vitest";
import { chooseModel } from "../../src/cli/choose-model.ts";
import type { ModelArguments } from "../../src/cli/choose-model.ts";
import type { Variables } from "../../src/cli/settings.ts";

function choose(given: Partial<ModelArguments>, variables: Variables = {}) {
  const nothing = {
    provider: undefined,
    model: undefined,
    wire: undefined,
    baseUrl: undefined,
    apiKey: undefined,
  };
  return chooseModel({ ...nothing, ...given }, variables);
}

describe("chooseModel", () => {
  it("C14 nothing named and no key set is the offline demo", () => {
    expect(choose({})).toEqual({ kind: "offline" });
    expect(choose({}, { ANTHROPIC_API_KEY: "  " })).toEqual({ kind: "offline" });
  });

  it("C14 a key that is set names its provider", () => {
    expect(choose({}, { ANTHROPIC_API_KEY: "k\n" })).toEqual({
      kind: "provider",
      options: {
        wire: "anthropic-messages",
        provider: "anthropic",
        model: "claude-sonnet-4-5",
        baseUrl: "https://api.anthropic.com",
        apiKey: "k",
        timeouts: {},
      },
    });
  });

  it("C14 options beat variables", () => {
    const variables = { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "http://one" };
    expect(choose({}, variables)).toMatchObject({ options: { baseUrl: "http://one" } });
    expect(choose({ baseUrl: "http://two", apiKey: "j", model: "m" }, variables)).toMatchObject({
      options: { baseUrl: "http://two", apiKey: "j", model: "m" },
    });
  });

  it("C14 a model may name its provider in front of a slash, and any other slash is part of its name", () => {
    const variables = { ANTHROPIC_API_KEY: "k" };
    expect(choose({ model: "anthropic/m" }, variables)).toMatchObject({ options: { model: "m" } });
    expect(choose({ model: "other/m" }, variables)).toMatchObject({
      options: { model: "other/m" },
    });
  });

  it("C14 a wire with an address and a model needs no provider, and is sent no key from a variable", () => {
    expect(
      choose(
        { wire: "anthropic-messages", baseUrl: "http://127.0.0.1:1", model: "m" },
        { ANTHROPIC_API_KEY: "secret" },
      ),
    ).toEqual({
      kind: "provider",
      options: {
        wire: "anthropic-messages",
        baseUrl: "http://127.0.0.1:1",
        model: "m",
        apiKey: undefined,
        timeouts: {},
      },
    });
  });

  it("C13.9 TAU_STREAM_IDLE_MS limits every kind of silence", () => {
    const variables = { ANTHROPIC_API_KEY: "k", TAU_STREAM_IDLE_MS: "250" };
    expect(choose({}, variables)).toMatchObject({
      options: { timeouts: { connectMs: 250, firstEventMs: 250, idleMs: 250 } },
    });
  });

  it.each([
    [
      { provider: "anthropic" },
      {},
      "anthropic needs a key: set ANTHROPIC_API_KEY, or give --api-key KEY.",
    ],
    [{ model: "m" }, {}, "anthropic needs a key: set ANTHROPIC_API_KEY, or give --api-key KEY."],
    [{ provider: "antropic" }, {}, '--provider "antropic" is not known. Did you mean anthropic?'],
    [{ wire: "smoke" }, {}, '--wire "smoke" is not known. Known: anthropic-messages.'],
    [
      { wire: "anthropic-messages", model: "m" },
      {},
      "--wire needs --base-url URL, or --provider NAME.",
    ],
    [
      { wire: "anthropic-messages", baseUrl: "http://x" },
      {},
      "--wire needs --model NAME, or --provider NAME.",
    ],
    [
      {},
      { ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "nowhere" },
      'ANTHROPIC_BASE_URL must be a URL, not "nowhere".',
    ],
    [
      {},
      { TAU_STREAM_IDLE_MS: "soon" },
      'TAU_STREAM_IDLE_MS must be a whole number of milliseconds, not "soon".',
    ],
  ])("C14 %j with %j is refused by name", (given, variables, text) => {
    expect(() => choose(given, variables)).toThrow(
      expect.objectContaining({ kind: "usage", message: text }),
    );
  });
});
