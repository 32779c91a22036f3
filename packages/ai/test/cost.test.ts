import { describe, expect, it } from "vitest";
import { costOf, createModel, type Usage } from "../src/index.ts";
import { encode } from "./support/bytes.ts";
import { textReply } from "./support/anthropic.ts";
import { outcome } from "./support/events.ts";
import { request } from "./support/calls.ts";

function usage(update: Partial<Usage>): Usage {
  return { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, ...update };
}

const prices = {
  input: 2,
  output: 10,
  cacheRead: 0.2,
  cacheWrite: 2.5,
  tiers: [
    { inputTokensAbove: 200_000, input: 4, output: 20, cacheRead: 0.4, cacheWrite: 5 },
    { inputTokensAbove: 500_000, input: 8, output: 40 },
  ],
};

describe("the cost of a reply", () => {
  it("C13.7 each kind of token at its price for a million", () => {
    const tokens = usage({ input: 1_000, output: 500, cacheRead: 10_000, cacheWrite: 2_000 });
    const cost = costOf(tokens, prices);
    expect(cost).toEqual({
      input: 0.002,
      output: 0.005,
      cacheRead: 0.002,
      cacheWrite: 0.005,
      total: expect.closeTo(0.014, 10),
    });
  });

  it.each([
    [200_000, 0, 0.4],
    [200_001, 0, 0.800004],
    [100_000, 100_001, 0.4 + 0.0400004],
    [600_000, 0, 4.8],
  ])(
    "C13.7 the whole request is priced by its tier: %i fresh, %i cached",
    (input, cacheRead, total) => {
      expect(costOf(usage({ input, cacheRead }), prices)?.total).toBeCloseTo(total, 9);
    },
  );

  it("C13.7 an unknown price makes an unknown cost, a price of zero makes none", () => {
    expect(costOf(usage({ input: 1, cacheRead: 1 }), { input: 1, output: 1 })).toBeUndefined();
    expect(costOf(usage({ input: 600_000, cacheWrite: 1 }), prices)).toBeUndefined();
    expect(costOf(usage({ input: 1 }), {})).toBeUndefined();
    expect(costOf(usage({ input: 9 }), { input: 0 })?.total).toBe(0);
  });

  it("C13.7 a model that knows its prices reports the cost, another one nothing", async () => {
    const ask = (options: object) =>
      outcome(
        createModel({
          wire: "anthropic-messages",
          model: "m",
          baseUrl: "https://host",
          fetch: () => Promise.resolve(new Response(encode(textReply("hi")).slice())),
          ...options,
        }).stream(request),
      );
    expect((await ask({ prices })).usage).toMatchObject({
      input: 7,
      output: 5,
      cost: { input: 0.000014, output: 0.00005, total: expect.closeTo(0.000064, 12) },
    });
    expect((await ask({})).usage).not.toHaveProperty("cost");
    expect((await ask({ prices: { input: 1 } })).usage).not.toHaveProperty("cost");
  });
});
