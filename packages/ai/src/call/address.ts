import type { Provider, ProviderEndpoint } from "../providers/provider.ts";
import { findProvider, providerAt, providers } from "../providers/providers.ts";
import { mergeCompat, type Compat } from "../wires/compat.ts";
import { wireByName, type WireName } from "../wires/wire-by-name.ts";
import type { KeyHeader, Wire, WireTarget } from "../wires/wire.ts";
import { variableOf, type ApiKey, type Environment } from "./api-key.ts";

/** Who is asked. A provider's name fills in the rest; what is given beside it wins. */
export interface AddressOptions {
  /** The name the provider knows the model by. */
  readonly model: string;
  /**
   * A name out of `providers`, which stands for a wire, a base URL and what is different there. Another name, with a
   * wire, is only recorded in messages. Default: the provider at `baseUrl`, or its host.
   */
  readonly provider?: string | undefined;
  /** Default: the provider's first. Needed without a provider. */
  readonly wire?: WireName | undefined;
  /** Default: the provider's address, or that of the wire's own provider. */
  readonly baseUrl?: string | undefined;
  /** Default: what `env` holds under the names of the provider's variables. */
  readonly apiKey?: ApiKey | undefined;
  /** Where keys and addresses are looked up that are not given, such as `process.env`. Default: nowhere. */
  readonly env?: Environment | undefined;
  /** Default: the provider's own way, or the wire's. */
  readonly keyHeader?: KeyHeader | undefined;
  /** Laid over the wire's own headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What the server does differently; laid over what is known of the provider. */
  readonly compat?: Compat | undefined;
  /** The largest reply in tokens, as far as known. */
  readonly maxOutput?: number | undefined;
}

/** What the options come to. */
export interface Address {
  readonly wire: Wire;
  /** As it is recorded in messages. */
  readonly provider: string;
  readonly host: string;
  /** Everything but the key. */
  readonly address: WireTarget;
  readonly apiKey: ApiKey | undefined;
  /** What to do about a missing key, where one is surely needed. */
  readonly missingKey: string | undefined;
}

interface Found {
  readonly wire: Wire;
  readonly baseUrl: string;
  readonly host: string;
  readonly provider: Provider | undefined;
  readonly endpoint: ProviderEndpoint | undefined;
}

/** Puts the options and what is known of the provider together. Throws a TypeError for options that cannot work. */
export function resolveAddress(options: AddressOptions): Address {
  const { model, env, maxOutput } = options;
  if (model.trim() === "") throw new TypeError("createModel: model must not be empty");
  const { wire, baseUrl, host, provider, endpoint } = find(options);
  const name = options.provider ?? provider?.name ?? host;
  const quirks = provider?.models?.filter(({ names }) => names.test(model)) ?? [];
  return {
    wire,
    provider: name,
    host,
    address: {
      model,
      baseUrl,
      provider: name,
      keyHeader: options.keyHeader ?? endpoint?.keyHeader,
      headers: options.headers,
      maxOutput,
      compat: mergeCompat(endpoint?.compat, ...quirks.map(({ compat }) => compat), options.compat),
    },
    apiKey: options.apiKey ?? variableOf(provider?.keyVariables, env),
    missingKey: provider === undefined ? undefined : missingKeyText(provider, options),
  };
}

/** Only a provider that was named surely needs one: not a server of one's own, a gateway, or headers with a key. */
function missingKeyText(
  { isLocal, keyVariables }: Provider,
  { provider, baseUrl, headers }: AddressOptions,
): string | undefined {
  const isNeeded = isLocal !== true && baseUrl === undefined && headers === undefined;
  if (provider === undefined || !isNeeded) return undefined;
  return `pass apiKey, or set ${keyVariables.join(" or ")} in env`;
}

function find(options: AddressOptions): Found {
  const named = options.provider === undefined ? undefined : findProvider(options.provider);
  const wireName = options.wire ?? named?.endpoints[0].wire;
  if (wireName === undefined) throw new TypeError(noWireText(options));
  const wire = wireByName(wireName);
  const endpoint = named?.endpoints.find((one) => one.wire === wire.name);
  const given = options.baseUrl ?? variableOf(named?.baseUrlVariables, options.env);
  if (named !== undefined) {
    const baseUrl = given ?? endpoint?.baseUrl;
    if (baseUrl === undefined) throw new TypeError(noAddressText(named, wire));
    return { wire, baseUrl, host: hostOf(baseUrl), provider: named, endpoint };
  }
  const baseUrl = given ?? wire.baseUrl;
  const host = hostOf(baseUrl);
  const known = providerAt(wireName, host);
  return { wire, baseUrl, host, provider: known?.provider, endpoint: known?.endpoint };
}

function noWireText({ provider }: AddressOptions): string {
  const known = providers.map(({ name }) => name).join(", ");
  return provider === undefined
    ? "createModel: name a provider or a wire"
    : `createModel: unknown provider ${JSON.stringify(provider)}; known providers: ${known}; any other needs a wire and a baseUrl`;
}

function noAddressText({ label, baseUrlVariables = [] }: Provider, wire: Wire): string {
  const variables = baseUrlVariables.join(" or ");
  const hint = variables === "" ? "give a baseUrl" : `give a baseUrl, or set ${variables} in env`;
  return `createModel: ${label} has no known address for ${wire.name}; ${hint}`;
}

function hostOf(baseUrl: string): string {
  let url: URL;
  try {
    url = new URL(baseUrl);
  } catch (cause) {
    throw new TypeError(
      `createModel: baseUrl must be an absolute URL, not ${JSON.stringify(baseUrl)}`,
      { cause },
    );
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new TypeError(`createModel: baseUrl must be http or https, not ${url.protocol}`);
  }
  return url.host;
}
