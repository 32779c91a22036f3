import { isJsonObject, type JsonObject, type JsonValue } from "../src/json.ts";
import type { Compat } from "../src/wires/compat.ts";
import type { ThinkingFormat } from "../src/wires/openai-completions/compat.ts";

/** Providers that speak one of our wires at a fixed address and take an API key. */
export const PROVIDERS: readonly string[] = [
  "ant-ling",
  "anthropic",
  "baseten",
  "cerebras",
  "deepseek",
  "fireworks",
  "google",
  "groq",
  "huggingface",
  "kimi-coding",
  "meta",
  "minimax",
  "minimax-cn",
  "mistral",
  "moonshotai",
  "moonshotai-cn",
  "nvidia",
  "openai",
  "opencode",
  "opencode-go",
  "openrouter",
  "together",
  "vercel-ai-gateway",
  "xai",
  "xiaomi",
  "zai",
  "zai-coding-cn",
];

const WIRES: Readonly<Record<string, string>> = {
  "anthropic-messages": "anthropic-messages",
  "google-generative-ai": "google-generative-ai",
  "mistral-conversations": "mistral-chat",
  "openai-completions": "openai-completions",
  "openai-responses": "openai-responses",
};

const THINKING_FORMATS: Readonly<Record<string, ThinkingFormat>> = {
  openai: "reasoning_effort",
  openrouter: "reasoning.effort",
  "ant-ling": "reasoning.effort",
  together: "reasoning.enabled",
  deepseek: "thinking.type",
  zai: "thinking.type",
  qwen: "enable_thinking",
};

const TOKEN_KINDS = ["input", "output", "cacheRead", "cacheWrite"];

/** The data module of one provider. `facts` is the source's own shape: wires, each with its models by key. */
export function catalogFileText(
  provider: string,
  facts: JsonObject,
  { source, date }: { readonly source: string; readonly date: string },
): string {
  const rows = Object.entries(facts).flatMap(([wire, models]) =>
    Object.values(isJsonObject(models) ? models : {})
      .filter(isJsonObject)
      .filter((model) => model["type"] === "chat" && WIRES[wire] !== undefined)
      .map((model) => rowOf(model, WIRES[wire] ?? wire)),
  );
  // A model that is served over several wires is listed once, over the one that comes first.
  const byId = new Map<string, JsonObject>();
  for (const row of rows) if (!byId.has(textOf(row["id"]))) byId.set(textOf(row["id"]), row);
  const lines = [...byId.keys()].toSorted().map((id) => templateText(JSON.stringify(byId.get(id))));
  return `// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "../catalog-file.ts";

export const catalog: CatalogFile = {
  provider: ${JSON.stringify(provider)},
  source: ${JSON.stringify(source)},
  date: ${JSON.stringify(date)},
  rows: \`
${lines.join("\n")}
\`,
};
`;
}

/** The module that says which files there are and loads one of them. */
export function catalogIndexText(providers: readonly string[]): string {
  const lines = providers.map(
    (name) => `  ${JSON.stringify(name)}: async () => (await import("./data/${name}.ts")).catalog,`,
  );
  return `// Written by scripts/generate-catalog.ts: change that, not this.
import type { CatalogFile } from "./catalog-file.ts";

export const CATALOG_FILES: Readonly<Record<string, () => Promise<CatalogFile>>> = {
${lines.join("\n")}
};
`;
}

function rowOf(model: JsonObject, wire: string): JsonObject {
  const { id, name, baseUrl, contextWindow, maxTokens, input, reasoning, headers } = model;
  const levels = reasoning === true ? levelsOf(model) : {};
  const compat = compatOf(model, wire);
  const prices = pricesOf(model);
  return {
    id: id ?? null,
    name: name ?? id ?? null,
    wire,
    baseUrl: baseUrl ?? null,
    ...(isCount(contextWindow) && { contextWindow }),
    ...(isCount(maxTokens) && { maxOutput: maxTokens }),
    inputs: input ?? ["text"],
    reasoning: reasoning === true,
    ...(Object.keys(levels).length > 0 && { thinkingLevels: levels }),
    ...(prices !== undefined && { prices }),
    ...(isJsonObject(headers) && { headers }),
    ...(Object.keys(compat).length > 0 && { compat }),
  };
}

/** The source lists the two hardest levels only where a model has them. */
function levelsOf(model: JsonObject): JsonObject {
  const given = objectOf(model["thinkingLevelMap"]);
  return { ...given, xhigh: given["xhigh"] ?? null, max: given["max"] ?? null };
}

/** A price of nothing is a fact for free models only; elsewhere it says that the price is not known. */
function pricesOf(model: JsonObject): JsonObject | undefined {
  const cost = objectOf(model["cost"]);
  const isFree = model["free"] === true || /[:-]free$/.test(textOf(model["id"]));
  const prices = ratesOf(cost, isFree);
  const tiers = Array.isArray(cost["tiers"]) ? cost["tiers"].filter(isJsonObject) : [];
  if (Object.keys(prices).length === 0) return undefined;
  return {
    ...prices,
    ...(tiers.length > 0 && {
      tiers: tiers.map((tier) => ({
        inputTokensAbove: tier["inputTokensAbove"] ?? 0,
        ...ratesOf(tier, isFree),
      })),
    }),
  };
}

function ratesOf(cost: JsonObject, isFree: boolean): JsonObject {
  const known = TOKEN_KINDS.filter((kind) => isFree || isCount(cost[kind]));
  return Object.fromEntries(known.map((kind) => [kind, cost[kind] ?? 0]));
}

function compatOf(model: JsonObject, wire: string): JsonObject {
  const given = objectOf(model["compat"]);
  const isThinking = model["reasoning"] === true;
  const result: { -readonly [Name in keyof Compat]: JsonValue } = {};
  const keep = (name: keyof Compat, value: JsonValue): void => {
    if (given[name] === value) result[name] = value;
  };
  if (wire === "anthropic-messages") {
    keep("forceAdaptiveThinking", true);
    keep("supportsTemperature", false);
    keep("allowEmptySignature", true);
    keep("supportsCacheControlOnTools", false);
    keep("supportsLongCacheRetention", false);
  }
  if (wire === "openai-completions") {
    if (given["maxTokensField"] === "max_completion_tokens") {
      result.maxTokensField = "max_completion_tokens";
    }
    if (isThinking) Object.assign(result, completionsThinking(given));
    if (given["requiresReasoningContentOnAssistantMessages"] === true) {
      result.reasoningField = "reasoning_content";
      result.requiresReasoning = true;
    }
  }
  return objectOf(JSON.parse(JSON.stringify(result)));
}

/** Nothing where the source says nothing: the provider's own record then decides. */
function completionsThinking(given: JsonObject): JsonObject {
  const format = THINKING_FORMATS[textOf(given["thinkingFormat"])];
  const hasEffort = given["supportsReasoningEffort"];
  if (format !== undefined && format !== "reasoning_effort") return { thinkingFormat: format };
  if (hasEffort === false) return { thinkingFormat: "none" };
  return format !== undefined || hasEffort === true ? { thinkingFormat: "reasoning_effort" } : {};
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}

function isCount(value: JsonValue | undefined): value is number {
  return typeof value === "number" && value > 0;
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** JSON inside a template literal. */
function templateText(json: string): string {
  return json.replaceAll("\\", "\\\\").replaceAll("`", "\\`").replaceAll("${", "\\${");
}
