import { catalogProviders, providers } from "@tau-ts/ai";
import type { Provider } from "@tau-ts/ai";
import type { OwnProvider } from "./own-models.ts";

/** A provider that models can be asked of: a known one, one of the catalog alone, or one of the user's. */
export interface ProviderEntry {
  /** As in `name/model`. */
  readonly name: string;
  /** For people. */
  readonly label: string;
  /** Everything it is called, in lower case. */
  readonly names: readonly string[];
  /** The name the catalog knows it by; absent when the catalog knows none of its models. */
  readonly catalogName?: string | undefined;
  /** Environment variables that may hold a key, the most usual first. */
  readonly keyVariables: readonly string[];
  /** Works without a key: a server of one's own. */
  readonly isKeyless: boolean;
  readonly known?: Provider | undefined;
  readonly own?: OwnProvider | undefined;
}

/** Providers that only the catalog knows name their variables after themselves, except these. */
const otherVariables: Readonly<Record<string, string>> = {
  "vercel-ai-gateway": "AI_GATEWAY_API_KEY",
  "opencode-go": "OPENCODE_API_KEY",
};

/** Every provider, those of the user's `models.json` included, and a sentence for each of those that cannot be used. */
export function providerEntries(ownProviders: readonly OwnProvider[]): {
  readonly entries: readonly ProviderEntry[];
  readonly left: readonly string[];
} {
  const catalog = catalogProviders();
  const known = providers.map((provider) => {
    const names = [provider.name, ...(provider.aliases ?? [])];
    return {
      name: provider.name,
      label: provider.label,
      names,
      catalogName: names.find((name) => catalog.includes(name)),
      keyVariables: provider.keyVariables,
      isKeyless: provider.isLocal === true,
      known: provider,
    };
  });
  const taken = new Set(known.flatMap(({ names }) => names));
  const listed = catalog
    .filter((name) => !taken.has(name))
    .map((name) => ({
      name,
      label: name,
      names: [name],
      catalogName: name,
      keyVariables: [otherVariables[name] ?? `${name.toUpperCase().replaceAll("-", "_")}_API_KEY`],
      isKeyless: false,
    }));
  const entries: ProviderEntry[] = [...known, ...listed];
  const left = ownProviders.filter((own) => !addOwn(entries, own));
  return {
    entries,
    left: left.map(
      ({ name }) =>
        `models.json: ${name} was left out: it is not known here, so it needs a baseUrl.`,
    ),
  };
}

/** `false` for an unknown provider without an address: its key must not go to somebody else's. */
function addOwn(entries: ProviderEntry[], own: OwnProvider): boolean {
  const name = own.name.toLowerCase();
  const at = entries.findIndex(({ names }) => names.includes(name));
  const entry = entries[at];
  if (entry) {
    // Somewhere else than the provider itself, a key may not be needed.
    entries[at] = { ...entry, own, isKeyless: entry.isKeyless || own.baseUrl !== undefined };
    return true;
  }
  if (own.baseUrl === undefined) return false;
  const named = { name: own.name, label: own.name, names: [name] };
  entries.push({ ...named, keyVariables: [], isKeyless: true, own });
  return true;
}
