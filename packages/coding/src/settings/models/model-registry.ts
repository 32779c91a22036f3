import { discoverLocalModels, findCatalogModel, listCatalogModels } from "@tau-ts/ai";
import type { CatalogEntry, CatalogModel, LocalModel } from "@tau-ts/ai";
import { errorText } from "../../errors.ts";
import { CredentialStore } from "../credentials/credential-store.ts";
import { variableOf } from "../user-folders.ts";
import type { Variables } from "../user-folders.ts";
import { defaultModels } from "./default-models.ts";
import { findModel } from "./find-model.ts";
import { loadOwnModels } from "./own-models.ts";
import type { OwnProvider } from "./own-models.ts";
import { providerEntries } from "./provider-entry.ts";
import type { ProviderEntry } from "./provider-entry.ts";
import { ProviderKeys } from "./provider-keys.ts";
import type { ProviderKeysOptions } from "./provider-keys.ts";

/** Where a {@link ModelRegistry} finds models and keys. */
export interface ModelRegistryOptions extends Pick<ProviderKeysOptions, "runCommand" | "now"> {
  /** The folder of `models.json` and `credentials.json`: `userFolders().tauHome`. */
  readonly tauHome: string;
  /** Where keys and addresses are looked up. Default: nowhere. */
  readonly environment?: Variables | undefined;
}

/** When servers on this machine are asked. */
export interface OfferLocalOptions {
  /** The user asked for it. */
  readonly isRequested?: boolean | undefined;
  /** Somebody is there to choose. */
  readonly isTerminal?: boolean | undefined;
  /** Asks the servers. Default: `discoverLocalModels`. */
  readonly discover?: (() => Promise<readonly LocalModel[]>) | undefined;
}

/** Which models and keys there are: the catalog, and what the user wrote in `models.json`, laid over it. */
export class ModelRegistry {
  /** Every provider. */
  readonly providers: readonly ProviderEntry[];
  /** Which keys there are. */
  readonly keys: ProviderKeys;
  /** Where addresses are looked up. */
  readonly environment: Variables;
  /** What of the user's files was not understood, and so does not count. */
  readonly warnings: readonly string[];

  private constructor(
    options: ModelRegistryOptions,
    store: CredentialStore,
    own: readonly OwnProvider[],
    warnings: readonly string[],
  ) {
    const { environment = {}, runCommand, now } = options;
    this.environment = environment;
    const { entries, left } = providerEntries(own);
    this.providers = entries;
    this.keys = new ProviderKeys({ store, environment, runCommand, now });
    this.warnings = [...warnings, ...left];
  }

  /** Reads the user's files. What is damaged there is a warning, and the rest works: never rejects. */
  static async load(options: ModelRegistryOptions): Promise<ModelRegistry> {
    const store = new CredentialStore(options.tauHome);
    const [own, problem, exposure] = await Promise.all([
      loadOwnModels(options.tauHome),
      problemOf(store),
      store.exposure(),
    ]);
    const more = [problem, exposure].filter((warning) => warning !== undefined);
    return new ModelRegistry(options, store, own.providers, [...own.warnings, ...more]);
  }

  /** The provider of that name or alias, whatever its case. */
  provider(name: string): ProviderEntry | undefined {
    const wanted = name.trim().toLowerCase();
    return this.providers.find(({ names }) => names.includes(wanted));
  }

  /**
   * Whether `provider/id:thinking`, or a shorter form of it, names a model. No key is looked for. Throws `ModelChoiceError`
   * that says what may have been meant.
   */
  async checkName(reference: string): Promise<void> {
    await findModel(this, reference);
  }

  /** The facts about a model; undefined when neither the catalog nor the user's file knows it. */
  async find(provider: ProviderEntry, id: string): Promise<CatalogModel | undefined> {
    const own = provider.own?.models.find((model) => model.id === id);
    const name = provider.catalogName ?? provider.name;
    if (!own && (await findCatalogModel(name, id)) === undefined) return undefined;
    const entry = this.#entry(provider, own ?? { provider: name, id });
    return entry && named(provider, await findCatalogModel(name, id, { overlay: [entry] }));
  }

  /** Every model that is known of a provider, the user's own first. */
  async list(provider: ProviderEntry): Promise<readonly CatalogModel[]> {
    const name = provider.catalogName ?? provider.name;
    const known = (await listCatalogModels(name)).map(({ id }) => ({ provider: name, id }));
    const own = provider.own?.models ?? [];
    const others = known.filter(({ id }) => !own.some((model) => model.id === id));
    const entries = [...own, ...others].map((model) => this.#entry(provider, model));
    const overlay = entries.filter((entry) => entry !== undefined);
    const models = await listCatalogModels(name, { overlay });
    return models.map((model) => ({ ...model, provider: provider.name }));
  }

  /** Whether there is a key for any provider, as far as that can be told without running a command. */
  async hasAnyKey(): Promise<boolean> {
    return (await this.keys.firstWithKey(this.providers)) !== undefined;
  }

  /** The model to use when nothing is named: the default of the first provider there is a key for. Never a local one. */
  async automatic(): Promise<
    { readonly provider: ProviderEntry; readonly id: string } | undefined
  > {
    const candidates = defaultModels.flatMap(({ provider: name, id, isAutomatic }) => {
      const provider = isAutomatic === true ? this.provider(name) : undefined;
      return provider ? [{ provider, id }] : [];
    });
    const first = await this.keys.firstWithKey(candidates.map(({ provider }) => provider));
    return candidates.find(({ provider }) => provider === first);
  }

  /**
   * Models of servers on this machine, for a person to choose from. The servers are asked only when that was requested, or
   * when somebody is there to choose and no key is; otherwise nothing is sent to any port.
   */
  async offerLocal(options: OfferLocalOptions = {}): Promise<readonly LocalModel[]> {
    const { isRequested = false, isTerminal = false, discover = discoverLocalModels } = options;
    if (!isRequested && (!isTerminal || (await this.hasAnyKey()))) return [];
    return discover();
  }

  /** The address of a provider, where the user says it is another one. */
  ownBaseUrl({ own, known }: ProviderEntry): string | undefined {
    const variables = known?.baseUrlVariables ?? [];
    const fromVariable = variables.map((name) => variableOf(this.environment, name));
    const address = own?.baseUrl ?? fromVariable.find((value) => value !== undefined);
    // Ollama's variable, for one, holds a host and a port.
    return address === undefined || address.includes("://") ? address : `http://${address}`;
  }

  /** One model as the user wants it: what is said of the model, then of its provider. Undefined without an address. */
  #entry(provider: ProviderEntry, model: CatalogEntry): CatalogEntry | undefined {
    const { own, known, catalogName } = provider;
    const usual = catalogName ? undefined : (known?.endpoints[0].wire ?? "openai-completions");
    const wire = model.wire ?? own?.wire ?? usual;
    const endpoint = known?.endpoints.find((one) => one.wire === wire);
    const baseUrl = model.baseUrl ?? this.ownBaseUrl(provider) ?? endpoint?.baseUrl;
    if (baseUrl === undefined && !catalogName) return undefined;
    return {
      ...model,
      provider: catalogName ?? provider.name,
      ...(wire !== undefined && { wire }),
      ...(baseUrl !== undefined && { baseUrl }),
      headers: own?.headers || model.headers ? { ...own?.headers, ...model.headers } : undefined,
      compat: { ...own?.compat, ...model.compat },
    };
  }
}

/** The catalog may know a provider by another name than its users. */
function named(provider: ProviderEntry, model: CatalogModel | undefined): CatalogModel | undefined {
  return model && { ...model, provider: provider.name };
}

async function problemOf(store: CredentialStore): Promise<string | undefined> {
  try {
    await store.all();
    return undefined;
  } catch (error) {
    return `${errorText(error)} Keys in it do not count.`;
  }
}
