import { catalogOptions, createModel } from "@tau-ts/ai";
import type {
  ApiKey,
  CatalogModel,
  CreateModelOptions,
  Model,
  RetryOptions,
  ThinkingLevel,
  TimeLimits,
  Transport,
} from "@tau-ts/ai";
import { ModelChoiceError, errorText } from "../../errors.ts";
import { findModel } from "./find-model.ts";
import type { FoundModel } from "./find-model.ts";
import type { ModelRegistry } from "./model-registry.ts";
import type { ProviderEntry } from "./provider-entry.ts";

/** Where {@link resolveModel} looks, and how the model is called. */
export interface ResolveModelOptions {
  readonly registry: ModelRegistry;
  /** Beats every key that is kept. */
  readonly apiKey?: ApiKey | undefined;
  /** Beats every other address. */
  readonly baseUrl?: string | undefined;
  readonly fetch?: Transport | undefined;
  readonly retry?: RetryOptions | undefined;
  readonly timeouts?: TimeLimits | undefined;
}

/** A model that was found, ready to be used. */
export interface ResolvedModel {
  readonly model: Model;
  /** `provider/id`, the long form of what was named. */
  readonly name: string;
  readonly provider: string;
  readonly id: string;
  /** The level that was named with it. */
  readonly thinking?: ThinkingLevel;
  /** What is known of it; absent when nothing is. */
  readonly facts?: CatalogModel;
}

/**
 * The model that `provider/id:thinking` names, ready to be used; without a name, the default model of the first provider
 * there is a key for. The key is looked up again for each call, so that one that is replaced meanwhile counts.
 *
 * Throws `ModelChoiceError`: `reference` and `provider` and `model` for a name that is not known, with what may have been
 * meant, and `key` when there is none.
 */
export async function resolveModel(
  reference: string | undefined,
  options: ResolveModelOptions,
): Promise<ResolvedModel> {
  const { registry } = options;
  const found =
    reference === undefined ? await automatic(registry) : await findModel(registry, reference);
  const { provider, id, thinking, facts } = found;
  await checkKey(found, options);
  return {
    model: await create(found, options),
    name: `${provider.name}/${id}`,
    provider: provider.name,
    id,
    ...(thinking !== undefined && { thinking }),
    ...(facts !== undefined && { facts }),
  };
}

async function automatic(registry: ModelRegistry): Promise<FoundModel> {
  const chosen = await registry.automatic();
  if (chosen) return { ...chosen, facts: await registry.find(chosen.provider, chosen.id) };
  throw new ModelChoiceError(
    "key",
    "No model was named, and there is no key to choose one by. Name a model as provider/id, or set a provider's key, such as ANTHROPIC_API_KEY.",
  );
}

async function checkKey({ provider }: FoundModel, options: ResolveModelOptions): Promise<void> {
  const { registry, apiKey, baseUrl } = options;
  if (apiKey !== undefined || baseUrl !== undefined || provider.isKeyless) return;
  if (registry.ownBaseUrl(provider) !== undefined || (await registry.keys.has(provider))) return;
  throw new ModelChoiceError("key", `${provider.name} needs a key: ${howToGiveKey(provider)}`);
}

function howToGiveKey({ name, keyVariables }: ProviderEntry): string {
  const variables = keyVariables.length === 0 ? "" : `set ${keyVariables.join(" or ")}, or `;
  return `${variables}keep one for "${name}" in credentials.json.`;
}

async function create(found: FoundModel, options: ResolveModelOptions): Promise<Model> {
  const { registry, baseUrl, fetch, retry, timeouts } = options;
  const { provider, facts } = found;
  const described = facts ? catalogOptions(facts) : undescribed(found, registry);
  const apiKey =
    options.apiKey ?? ((): Promise<string | undefined> => registry.keys.keyOf(provider));
  try {
    const headers = described.headers && (await registry.keys.lookUp(described.headers));
    const address = baseUrl === undefined ? {} : { baseUrl };
    return createModel({ ...described, headers, apiKey, fetch, retry, timeouts, ...address });
  } catch (error) {
    const name = `${provider.name}/${found.id}`;
    throw new ModelChoiceError("provider", `Could not set up ${name}: ${errorText(error)}`, {
      cause: error,
    });
  }
}

/** A model of which only the name is known. */
function undescribed({ provider, id }: FoundModel, registry: ModelRegistry): CreateModelOptions {
  const { own, known } = provider;
  return {
    provider: provider.name,
    model: id,
    wire: own?.wire ?? (known ? undefined : "openai-completions"),
    baseUrl: registry.ownBaseUrl(provider),
    headers: own?.headers,
    compat: own?.compat,
  };
}
