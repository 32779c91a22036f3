import type { CreateModelOptions, WireName } from "@tau-ts/ai";
import { CommandError } from "./command-error.ts";
import { nearest } from "./nearest.ts";
import { isHttpUrl } from "./parse-arguments.ts";
import type { RunArguments } from "./parse-arguments.ts";
import { providers, wireNames } from "./providers.ts";
import type { Provider } from "./providers.ts";
import { streamIdleMs, variable } from "./settings.ts";
import type { Variables } from "./settings.ts";

/** What the command line says about the model. */
export type ModelArguments = Pick<
  RunArguments,
  "provider" | "model" | "wire" | "baseUrl" | "apiKey"
>;

export type ModelChoice =
  | { readonly kind: "offline" }
  | { readonly kind: "provider"; readonly options: CreateModelOptions };

/**
 * Which model answers. Nothing named and no key set: the offline demo. Something named must be complete. Throws
 * {@link CommandError} of kind `usage` that names the option or variable at fault.
 */
export function chooseModel(given: ModelArguments, variables: Variables): ModelChoice {
  const idleMs = streamIdleMs(variables);
  const timeouts = idleMs === undefined ? {} : { connectMs: idleMs, firstEventMs: idleMs, idleMs };
  const wire = given.wire === undefined ? undefined : knownWire(given.wire);
  const { provider, model } = namedProvider(given);
  if (wire !== undefined && provider === undefined)
    return { kind: "provider", options: { ...endpoint(wire, given), timeouts } };
  const isNamed = [given.provider, given.model, given.baseUrl, given.apiKey].some(
    (value) => value !== undefined,
  );
  const served = provider ?? providers.find(({ keyVariable }) => variable(variables, keyVariable));
  if (!served && !isNamed) return { kind: "offline" };
  const options = providerOptions(served ?? providers[0], { ...given, model }, variables);
  return { kind: "provider", options: { ...options, ...(wire && { wire }), timeouts } };
}

/** A wire spoken to an address, without a provider: no variable is read, so no key goes where nobody sent it. */
function endpoint(wire: WireName, given: ModelArguments): CreateModelOptions {
  const { baseUrl, model, apiKey } = given;
  if (baseUrl === undefined) throw usage("--wire needs --base-url URL, or --provider NAME.");
  if (model === undefined) throw usage("--wire needs --model NAME, or --provider NAME.");
  return { wire, baseUrl, model, apiKey };
}

/** `--model PROVIDER/MODEL` names the provider too. */
function namedProvider({ provider, model }: ModelArguments): {
  readonly provider: Provider | undefined;
  readonly model: string | undefined;
} {
  if (provider !== undefined) return { provider: knownProvider(provider), model };
  const prefixed = providers.find(({ name }) => model?.startsWith(`${name}/`));
  return { provider: prefixed, model: prefixed ? model?.slice(prefixed.name.length + 1) : model };
}

function providerOptions(
  provider: Provider,
  given: ModelArguments,
  variables: Variables,
): CreateModelOptions {
  const { keyVariable, baseUrlVariable } = provider;
  const apiKey = given.apiKey ?? variable(variables, keyVariable);
  if (apiKey === undefined)
    throw usage(`${provider.name} needs a key: set ${keyVariable}, or give --api-key KEY.`);
  const baseUrl = given.baseUrl ?? variable(variables, baseUrlVariable) ?? provider.baseUrl;
  if (!isHttpUrl(baseUrl))
    throw usage(`${baseUrlVariable} must be a URL, not ${JSON.stringify(baseUrl)}.`);
  const model = given.model || provider.defaultModel;
  return { wire: provider.wire, provider: provider.name, model, baseUrl, apiKey };
}

function knownProvider(name: string): Provider {
  const found = providers.find((provider) => provider.name === name);
  if (found) return found;
  throw unknown(
    "--provider",
    name,
    providers.map((provider) => provider.name),
  );
}

function knownWire(name: string): WireName {
  const found = wireNames.find((wire) => wire === name);
  if (found) return found;
  throw unknown("--wire", name, wireNames);
}

function unknown(option: string, name: string, known: readonly string[]): CommandError {
  const guess = nearest(name, known);
  const hint = guess === undefined ? `Known: ${known.join(", ")}.` : `Did you mean ${guess}?`;
  return usage(`${option} ${JSON.stringify(name)} is not known. ${hint}`);
}

function usage(text: string): CommandError {
  return new CommandError("usage", text);
}
