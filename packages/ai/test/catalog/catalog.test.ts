import { describe, expect, it } from "vitest";
import {
  catalogOptions,
  catalogProviders,
  createModel,
  findCatalogModel,
  listCatalogModels,
  toWire,
  type CatalogEntry,
  type CatalogModel,
} from "../../src/index.ts";
import { findRow } from "../../src/catalog/catalog-file.ts";
import { thinkingLevels } from "../../src/thinking-levels.ts";
import { said } from "../support/conversation.ts";

async function all(): Promise<CatalogModel[]> {
  return (await Promise.all(catalogProviders().map((name) => listCatalogModels(name)))).flat();
}

describe("the catalog", () => {
  it("C13.2 knows at least 12 providers and 150 models, each with what a request needs", async () => {
    const models = await all();
    expect(catalogProviders().length).toBeGreaterThanOrEqual(12);
    expect(models.length).toBeGreaterThanOrEqual(150);
    for (const model of models) {
      expect(model.id).not.toBe("");
      expect(model.name).not.toBe("");
      expect(URL.canParse(model.baseUrl)).toBe(true);
      expect(model.inputs).toContain("text");
      for (const count of [model.contextWindow, model.maxOutput]) {
        if (count !== undefined) expect(count).toBeGreaterThan(0);
      }
      expect(() => createModel(catalogOptions(model))).not.toThrow();
    }
    const names = models.map(({ provider, id }) => `${provider}/${id}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it("C13.7 prices are numbers in order, and never all zero unless the model is free", async () => {
    for (const { id, prices } of await all()) {
      if (prices === undefined) continue;
      const { tiers = [], ...rates } = prices;
      for (const rate of Object.values(rates)) expect(rate).toBeGreaterThanOrEqual(0);
      const isFree = Object.values(rates).every((rate) => rate === 0);
      if (isFree) expect(id).toMatch(/free/);
      for (const tier of tiers) expect(tier.inputTokensAbove).toBeGreaterThan(0);
    }
  });

  it("C13.2 one model by provider and id; nothing for what it does not know", async () => {
    expect(await findCatalogModel("anthropic", "claude-sonnet-4-5")).toMatchObject({
      provider: "anthropic",
      id: "claude-sonnet-4-5",
      wire: "anthropic-messages",
      baseUrl: "https://api.anthropic.com",
      inputs: ["text", "image"],
      reasoning: true,
    });
    expect(await findCatalogModel("anthropic", "claude-")).toBeUndefined();
    expect(await findCatalogModel("nobody", "claude-sonnet-4-5")).toBeUndefined();
    expect(await findCatalogModel("toString", "x")).toBeUndefined();
  });

  it("C13.2 every wire is in it", async () => {
    const wires = new Set((await all()).map(({ wire }) => wire));
    expect([...wires].toSorted()).toEqual([
      "anthropic-messages",
      "google-generative-ai",
      "mistral-chat",
      "openai-completions",
      "openai-responses",
    ]);
  });

  it("C13.2 a broken row is named", () => {
    const file = { provider: "p", source: "s", date: "d", rows: '{"id":"x","name":1}' };
    expect(() => findRow(file, "x")).toThrow("the catalog of p has a broken row");
  });
});

describe("a user's own models over the catalog", () => {
  const own: CatalogEntry = {
    provider: "mine",
    id: "m",
    wire: "openai-completions",
    baseUrl: "http://h/v1",
  };

  it("C13.2 facts that are given win, the rest stays; compat is merged", async () => {
    const overlay: CatalogEntry[] = [
      {
        provider: "anthropic",
        id: "claude-fable-5",
        maxOutput: 5,
        prices: undefined,
        compat: { cacheRetention: "long" },
      },
    ];
    const known = await findCatalogModel("anthropic", "claude-fable-5");
    expect(await findCatalogModel("anthropic", "claude-fable-5", { overlay })).toEqual({
      ...known,
      maxOutput: 5,
      compat: { ...known?.compat, cacheRetention: "long" },
    });
    const listed = await listCatalogModels("anthropic", { overlay });
    expect(listed.filter(({ id }) => id === "claude-fable-5")).toMatchObject([{ maxOutput: 5 }]);
  });

  it("C13.2 a provider of one's own, and a new model of a known provider", async () => {
    expect(await findCatalogModel("mine", "m", { overlay: [own] })).toEqual({
      ...own,
      name: "m",
      inputs: ["text", "image"],
      reasoning: false,
    });
    const fresh = { provider: "groq", id: "brand-new", reasoning: true };
    expect(await findCatalogModel("groq", "brand-new", { overlay: [fresh] })).toMatchObject({
      wire: "openai-completions",
      baseUrl: "https://api.groq.com/openai/v1",
      reasoning: true,
    });
    expect((await listCatalogModels("groq", { overlay: [own, fresh] }))[0]?.id).toBe("brand-new");
  });

  it("C13.2 an entry that cannot be reached is refused with what it lacks", async () => {
    const overlay = [{ provider: "mine", id: "x" }];
    await expect(findCatalogModel("mine", "x", { overlay })).rejects.toThrow(
      "the overlay's model mine/x is not in the catalog: give its wire and its baseUrl",
    );
  });
});

describe("catalog facts as options", () => {
  const base: CatalogModel = {
    provider: "p",
    id: "m",
    name: "M",
    wire: "anthropic-messages",
    baseUrl: "https://host",
    inputs: ["text"],
    reasoning: true,
    thinkingLevels: { off: null, minimal: null, xhigh: null, max: "max" },
    maxOutput: 64_000,
    prices: { input: 1, output: 2 },
  };

  it("C13.2 everything a model needs is in them", () => {
    const options = catalogOptions(base);
    expect(options).toMatchObject({
      wire: "anthropic-messages",
      model: "m",
      provider: "p",
      baseUrl: "https://host",
      maxOutput: 64_000,
      prices: { input: 1, output: 2 },
      compat: {
        supportsImages: false,
        thinkingLevels: {
          off: null,
          minimal: "low",
          low: "low",
          medium: "medium",
          high: "high",
          xhigh: "max",
          max: "max",
        },
      },
    });
    expect(createModel(options).info).toMatchObject({ id: "m", provider: "p", maxOutput: 64_000 });
  });

  it("C13.2 a usual address is left to the provider's own record, which knows about keys", async () => {
    const found = await findCatalogModel("groq", "openai/gpt-oss-120b");
    const options = found && catalogOptions(found);
    expect(options).toMatchObject({ provider: "groq", model: "openai/gpt-oss-120b" });
    expect(options).not.toHaveProperty("baseUrl");
    const coding = await findCatalogModel("zai", "glm-5.2");
    expect(coding && catalogOptions(coding).baseUrl).toBe("https://api.z.ai/api/coding/paas/v4");
  });

  it("C13.2 a model that cannot think is never told to, on any wire", async () => {
    for (const model of await all()) {
      if (model.reasoning) continue;
      const { id, baseUrl, wire } = model;
      const { compat } = catalogOptions(model);
      for (const thinking of thinkingLevels) {
        const { body } = toWire(
          wire,
          { messages: [said("a")], thinking },
          { model: id, baseUrl, compat },
        );
        expect(JSON.stringify({ ...body, model: "" })).not.toMatch(/thinking|reasoning|effort/i);
      }
    }
  });
});
