import type { CatalogModel, ModelInfo, ThinkingLevel } from "@tau-ts/ai";
import type { ModelRegistry } from "@tau-ts/coding";
import type { RpcModel } from "./messages.ts";

const levels: readonly ThinkingLevel[] = ["off", "minimal", "low", "medium", "high"];
/** Levels that a model has only when that is said of it. */
const highest: readonly ThinkingLevel[] = ["xhigh", "max"];

/** The models there are to choose from, as other programs are told of them. */
export class ModelList {
  readonly #registry: () => Promise<ModelRegistry>;
  readonly #scope: readonly string[] | undefined;

  /** `scope`: the names, as `provider/id`, to switch between. */
  constructor(registry: () => Promise<ModelRegistry>, scope: readonly string[] | undefined) {
    this.#registry = registry;
    this.#scope = scope;
  }

  get isScoped(): boolean {
    return this.#scope !== undefined;
  }

  /** The models of every provider that can be used. */
  async available(): Promise<readonly RpcModel[]> {
    const registry = await this.#registry();
    const models: RpcModel[] = [];
    for (const provider of registry.providers)
      if (provider.own !== undefined || (await registry.keys.has(provider)))
        models.push(...(await registry.list(provider)).map(rpcModel));
    return models;
  }

  /** The name of the model to switch to; undefined when there is no other. */
  async after(current: ModelInfo | undefined): Promise<string | undefined> {
    const names =
      this.#scope ?? (await this.available()).map(({ provider, id }) => `${provider}/${id}`);
    const here = current && `${current.provider ?? ""}/${current.id}`;
    const at = names.findIndex((name) => name === here || name === current?.id);
    const next = names[(at + 1) % Math.max(1, names.length)];
    return names.length < 2 || next === here ? undefined : next;
  }

  async describe(info: ModelInfo): Promise<RpcModel> {
    const facts = await this.#facts(info);
    if (facts) return rpcModel(facts);
    const { id, provider = "unknown", api = "unknown", contextWindow = 0, maxOutput = 0 } = info;
    const unknown = { baseUrl: "", reasoning: false, input: ["text"] as const, cost: free };
    return { id, name: id, api, provider, contextWindow, maxTokens: maxOutput, ...unknown };
  }

  async levels(info: ModelInfo | undefined): Promise<readonly ThinkingLevel[]> {
    const facts = info && (await this.#facts(info));
    if (!facts) return levels;
    if (!facts.reasoning) return ["off"];
    const { thinkingLevels: words = {} } = facts;
    return [
      ...levels.filter((level) => words[level] !== null),
      ...highest.filter((level) => typeof words[level] === "string"),
    ];
  }

  async #facts({ provider: name, id }: ModelInfo): Promise<CatalogModel | undefined> {
    const registry = await this.#registry();
    const provider = name === undefined ? undefined : registry.provider(name);
    return provider && (await registry.find(provider, id));
  }
}

const free: RpcModel["cost"] = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

function rpcModel(model: CatalogModel): RpcModel {
  const {
    id,
    name,
    provider,
    baseUrl,
    reasoning,
    contextWindow = 0,
    maxOutput = 0,
    prices,
  } = model;
  const { input = 0, output = 0, cacheRead = 0, cacheWrite = 0 } = prices ?? {};
  return {
    id,
    name,
    api: model.wire,
    provider,
    baseUrl,
    reasoning,
    input: model.inputs,
    contextWindow,
    maxTokens: maxOutput,
    cost: { input, output, cacheRead, cacheWrite },
  };
}
