import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { catalogFileText, catalogIndexText, PROVIDERS } from "../../scripts/catalog-text.ts";
import { allRows } from "../../src/catalog/catalog-file.ts";
import { CATALOG_FILES } from "../../src/catalog/catalog-files.ts";
import { catalogProviders } from "../../src/index.ts";

const source = { source: "npm:facts@1.0.0", date: "2026-01-01" };

const facts = {
  "openai-completions": {
    "chat:b": {
      id: "b`${1}\\",
      name: "B",
      type: "chat",
      baseUrl: "https://host",
      reasoning: true,
      input: ["text"],
      cost: { input: 1, output: 2, cacheRead: 0, cacheWrite: 0 },
      contextWindow: 100,
      maxTokens: 0,
      thinkingLevelMap: { off: null, max: "max" },
      compat: { thinkingFormat: "deepseek", requiresReasoningContentOnAssistantMessages: true },
    },
    "image:i": { id: "i", type: "image" },
  },
  "anthropic-messages": {
    "chat:a": {
      id: "a",
      name: "A",
      type: "chat",
      baseUrl: "https://host",
      reasoning: false,
      input: ["text", "image"],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      compat: { supportsTemperature: false, unknownFlag: true },
    },
    "chat:f": {
      id: "f:free",
      type: "chat",
      baseUrl: "https://host",
      cost: { input: 0, output: 0 },
    },
  },
  "unspoken-wire": { "chat:u": { id: "u", type: "chat" } },
};

async function rowsOf(text: string): Promise<unknown[]> {
  const quoted = /rows: (`[\s\S]*`),/.exec(text)?.[1] ?? "";
  const url = `data:text/javascript,export default ${encodeURIComponent(quoted)}`;
  const { default: rows }: { default: string } = await import(/* @vite-ignore */ url);
  return allRows({ provider: "p", ...source, rows });
}

describe("the catalog's generator", () => {
  it("C13.2 takes chat models of the wires that are spoken, in order, facts only", async () => {
    const text = catalogFileText("p", facts, source);
    expect(catalogFileText("p", structuredClone(facts), source)).toBe(text);
    expect(await rowsOf(text)).toEqual([
      {
        provider: "p",
        id: "a",
        name: "A",
        wire: "anthropic-messages",
        baseUrl: "https://host",
        inputs: ["text", "image"],
        reasoning: false,
        compat: { supportsTemperature: false },
      },
      {
        provider: "p",
        id: "b`${1}\\",
        name: "B",
        wire: "openai-completions",
        baseUrl: "https://host",
        contextWindow: 100,
        inputs: ["text"],
        reasoning: true,
        thinkingLevels: { off: null, max: "max", xhigh: null },
        prices: { input: 1, output: 2 },
        compat: {
          thinkingFormat: "thinking.type",
          reasoningField: "reasoning_content",
          requiresReasoning: true,
        },
      },
      expect.objectContaining({
        id: "f:free",
        prices: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      }),
    ]);
  });

  it("C13.2 the files in the package are what it writes: every provider, with source and date", async () => {
    const folder = new URL("../../src/catalog/data/", import.meta.url);
    const expected = PROVIDERS.map((name) => `${name}.ts`);
    expect(readdirSync(folder).toSorted()).toEqual(expected.toSorted());
    expect(catalogProviders()).toEqual(PROVIDERS);
    for (const provider of PROVIDERS) {
      const file = await CATALOG_FILES[provider]?.();
      expect(file).toMatchObject({ provider, source: expect.stringMatching(/^npm:.+@\d/) });
      expect(file?.date).toMatch(/^\d{4}-\d\d-\d\d$/);
      const ids = allRows(file ?? { provider, ...source, rows: "" }).map(({ id }) => id);
      expect(ids).toEqual(ids.toSorted());
    }
    const squeezed = (text: string): string => text.replace(/["\s]/g, "");
    const list = readFileSync(new URL("../catalog-files.ts", folder), "utf8");
    expect(squeezed(list)).toBe(squeezed(catalogIndexText(PROVIDERS)));
  });
});
