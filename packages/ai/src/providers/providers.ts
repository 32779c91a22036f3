import type { WireName } from "../wires/wire-by-name.ts";
import { hosts } from "./hosts.ts";
import { labs } from "./labs.ts";
import { localServers } from "./local.ts";
import type { Provider, ProviderEndpoint } from "./provider.ts";

/** The providers known by name. Any other server works with a wire and a base URL. */
export const providers: readonly Provider[] = [...labs, ...hosts, ...localServers];

/** The provider of that name or alias, whatever its case. */
export function findProvider(name: string): Provider | undefined {
  const wanted = name.trim().toLowerCase();
  return providers.find(
    (provider) => provider.name === wanted || provider.aliases?.includes(wanted) === true,
  );
}

/** The provider whose wire is spoken at that host, and where. */
export function providerAt(
  wire: WireName,
  host: string,
): { readonly provider: Provider; readonly endpoint: ProviderEndpoint } | undefined {
  const wanted = host.replace(/^(?:127\.0\.0\.1|\[::1\])(?=:|$)/, "localhost");
  for (const provider of providers) {
    const endpoint = provider.endpoints.find(
      ({ wire: spoken, baseUrl }) =>
        // Most do not even mention the host: they are not worth parsing.
        spoken === wire && baseUrl?.includes(wanted) === true && new URL(baseUrl).host === wanted,
    );
    if (endpoint !== undefined) return { provider, endpoint };
  }
  return undefined;
}
