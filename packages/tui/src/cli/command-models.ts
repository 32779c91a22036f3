import { createModel, findProvider } from "@tau-ts/ai";
import type { Model, RetryOptions, TimeLimits, Transport } from "@tau-ts/ai";
import { nodeTransport } from "@tau-ts/ai/node";
import { ModelChoiceError, ModelRegistry, loadSettings, resolveModel } from "@tau-ts/coding";
import type {
  ChosenModel,
  FindModel,
  ResolvedModel,
  ResolveModelOptions,
  Variables,
} from "@tau-ts/coding";
import { nearest } from "../wording/nearest.ts";
import { wireNames } from "./arguments/option-values.ts";
import type { RunArguments } from "./arguments/run-arguments.ts";
import { CommandError } from "./command-error.ts";

/** A person reads along: more than 20 looks at a growing answer in a second would only cost. In milliseconds. */
export const readerIntervalMs = 50;

/** What the command line says about models. */
export type ModelArguments = Pick<
  RunArguments,
  "provider" | "model" | "wire" | "baseUrl" | "apiKey" | "isOfflineDemo" | "replay"
>;

export interface CommandModelsOptions {
  readonly given: ModelArguments;
  readonly variables: Variables;
  readonly tauHome: string;
  /** Hears what a person should know. */
  readonly onWarning: (warning: string) => void;
  /** How often a reply that trickles in is looked at, in milliseconds. Default: whenever something comes. */
  readonly readIntervalMs?: number | undefined;
  /** Replaces the retries that the settings ask for. */
  readonly retry?: RetryOptions | undefined;
}

/**
 * Finds the models of one command. A key or an address on the command line beats all others, but only for the provider that
 * the command line means: a model of another provider, chosen later, gets the key and the address of its own. Nothing named,
 * and no key to choose by: the offline demo, which is told of.
 */
export class CommandModels {
  readonly #options: CommandModelsOptions;
  readonly #transport: Transport;
  #registry: Promise<ModelRegistry> | undefined;
  #limits: Promise<{ readonly retry: RetryOptions; readonly timeouts: TimeLimits }> | undefined;
  #owner: Promise<string> | undefined;

  /** Throws CommandError of kind `usage` for a wire that is not known or lacks what it needs. */
  constructor(options: CommandModelsOptions) {
    this.#options = options;
    this.#transport = nodeTransport({ readIntervalMs: options.readIntervalMs });
    checkWire(options.given);
  }

  /** The providers and keys of the user, read when they are first asked for. */
  get registry(): Promise<ModelRegistry> {
    this.#registry ??= loadRegistry(this.#options);
    return this.#registry;
  }

  /** The name to be found that the command line gives; undefined when it is up to session and settings. */
  get reference(): string | undefined {
    const { provider, model, wire, baseUrl, apiKey, isOfflineDemo, replay } = this.#options.given;
    if (isOfflineDemo) return "offline/offline-demo";
    if (replay !== undefined || wire !== undefined) return model;
    if (provider !== undefined) return model === undefined ? provider : `${provider}/${model}`;
    if (model !== undefined) return model;
    // A key or an address alone is Anthropic's: that is the provider people mean who name none.
    return baseUrl === undefined && apiKey === undefined ? undefined : "anthropic";
  }

  /** Rejects with ModelChoiceError. */
  readonly find: FindModel = async (reference) => {
    const { given } = this.#options;
    if (given.isOfflineDemo || reference === "offline/offline-demo") return offlineDemo();
    if (given.wire !== undefined && given.provider === undefined && isOfEndpoint(reference, given))
      return { model: await this.#endpoint(given.wire, reference) };
    // Side by side: both are files that are read.
    const [registry] = await Promise.all([this.registry, this.#settings()]);
    if (reference === undefined && (await registry.automatic()) === undefined) {
      this.#options.onWarning(offlineNotice);
      return offlineDemo();
    }
    return this.#resolve(reference, registry);
  };

  async #resolve(reference: string | undefined, registry: ModelRegistry): Promise<ChosenModel> {
    const { apiKey, baseUrl } = this.#options.given;
    const limits = await this.#settings();
    const usual = { registry, fetch: this.#transport, ...limits };
    if (apiKey === undefined && baseUrl === undefined) return resolveKept(reference, usual);
    const found = await resolveModel(reference, { ...usual, apiKey, baseUrl });
    const isOwner = found.provider === (await this.#ownerOf(found, reference, registry));
    return isOwner ? found : resolveModel(reference, usual);
  }

  /** The provider that key and address on the command line are for; undefined when they are those of a bare address. */
  async #ownerOf(
    found: ResolvedModel,
    reference: string | undefined,
    registry: ModelRegistry,
  ): Promise<string | undefined> {
    const { wire, apiKey, baseUrl } = this.#options.given;
    if (wire !== undefined) return undefined;
    this.#owner ??=
      reference === this.reference
        ? Promise.resolve(found.provider)
        : resolveModel(this.reference, { registry, apiKey, baseUrl }).then(
            ({ provider }) => provider,
          );
    return this.#owner;
  }

  /** A wire spoken to an address, without a provider: no variable is read, so no key goes where nobody sent it. */
  async #endpoint(wire: string, reference: string | undefined): Promise<Model> {
    const { baseUrl, apiKey, model = "" } = this.#options.given;
    const name = wireNames.find((known) => known === wire);
    return createModel({
      wire: name,
      baseUrl,
      apiKey,
      model: reference?.replace(/^unknown\//, "") ?? model,
      fetch: this.#transport,
      ...(await this.#settings()),
    });
  }

  /** How often, and how long, the user wants to wait. */
  #settings(): Promise<{ readonly retry: RetryOptions; readonly timeouts: TimeLimits }> {
    this.#limits ??= this.#loadSettings();
    return this.#limits;
  }

  async #loadSettings(): Promise<{ readonly retry: RetryOptions; readonly timeouts: TimeLimits }> {
    const { tauHome, variables: environment, retry } = this.#options;
    const { settings } = await loadSettings({ tauHome, environment });
    const { streamIdleMs: idleMs } = settings;
    const timeouts =
      idleMs === undefined ? {} : { connectMs: idleMs, firstEventMs: idleMs, idleMs };
    return { retry: retry ?? settings.retry, timeouts };
  }
}

/** The model with the key that is kept for it. Rejects with CommandError of kind `usage` when there is none. */
async function resolveKept(
  reference: string | undefined,
  options: ResolveModelOptions,
): Promise<ChosenModel> {
  try {
    return await resolveModel(reference, options);
  } catch (error) {
    if (!ModelChoiceError.isInstance(error) || error.kind !== "key") throw error;
    const message = error.message.replace(/\.$/, ", or give --api-key KEY.");
    throw new CommandError("usage", message, { cause: error });
  }
}

/** A model of the address on the command line has no provider, which sessions write as "unknown". */
function isOfEndpoint(reference: string | undefined, { model }: ModelArguments): boolean {
  return reference === undefined || reference === model || reference.startsWith("unknown/");
}

const offlineNotice =
  "no model is named and no key is set, so the offline demo answers. For a real model: ANTHROPIC_API_KEY=KEY tau …, or tau --wire anthropic-messages --base-url URL --model NAME …";

async function offlineDemo(): Promise<ChosenModel> {
  return { model: (await import("./offline-demo.ts")).offlineModel() };
}

function checkWire({ wire, baseUrl, model }: ModelArguments): void {
  if (wire === undefined) return;
  if (!wireNames.some((known) => known === wire)) {
    const guess = nearest(wire, wireNames);
    const hint = guess === undefined ? `Known: ${wireNames.join(", ")}.` : `Did you mean ${guess}?`;
    throw new CommandError("usage", `--wire ${JSON.stringify(wire)} is not known. ${hint}`);
  }
  if (baseUrl === undefined)
    throw new CommandError("usage", "--wire needs --base-url URL, or use --provider NAME.");
  if (model === undefined)
    throw new CommandError("usage", "--wire needs --model NAME, or use --provider NAME.");
}

/** The name of the provider, as far as it can be told without a list of models; empty where no provider is meant. */
function namedProvider({ provider, model, wire }: ModelArguments): string {
  if (wire !== undefined) return "";
  return provider ?? model?.split("/", 1)[0] ?? "anthropic";
}

/** An address given for a provider counts as its own, so that models which no list holds can be asked for there. */
async function loadRegistry({
  given,
  variables,
  tauHome,
  onWarning,
}: CommandModelsOptions): Promise<ModelRegistry> {
  const { baseUrl } = given;
  const [addressVariable] = findProvider(namedProvider(given))?.baseUrlVariables ?? [];
  const environment =
    baseUrl === undefined || addressVariable === undefined
      ? variables
      : { ...variables, [addressVariable]: baseUrl };
  const registry = await ModelRegistry.load({ tauHome, environment });
  for (const warning of registry.warnings) onWarning(warning);
  return registry;
}
