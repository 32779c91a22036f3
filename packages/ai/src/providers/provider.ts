import type { Compat } from "../wires/compat.ts";
import type { WireName } from "../wires/wire-by-name.ts";
import type { KeyHeader } from "../wires/wire.ts";

/** What some of a provider's models do differently. */
export interface ModelCompat {
  /** The names of those models. */
  readonly names: RegExp;
  readonly compat: Compat;
}

/** One address of a provider and the wire that is spoken there. */
export interface ProviderEndpoint {
  readonly wire: WireName;
  /** Absent when every account has an address of its own. */
  readonly baseUrl?: string | undefined;
  readonly keyHeader?: KeyHeader | undefined;
  readonly compat?: Compat | undefined;
}

/** A provider, as data: adding one needs no code. */
export interface Provider {
  /** Short and in lower case, as in `createModel({ provider: "groq" })`. */
  readonly name: string;
  readonly aliases?: readonly string[] | undefined;
  /** For people. */
  readonly label: string;
  /** The first one is used unless another wire is asked for. */
  readonly endpoints: readonly [ProviderEndpoint, ...ProviderEndpoint[]];
  /** Environment variables that may hold the key, the most usual first. */
  readonly keyVariables: readonly string[];
  /** Environment variables that may hold another address. */
  readonly baseUrlVariables?: readonly string[] | undefined;
  /** A server of one's own, which usually wants no key. */
  readonly isLocal?: boolean | undefined;
  /** Every entry that matches a model's name counts; a later one wins. */
  readonly models?: readonly ModelCompat[] | undefined;
  /** Where the provider documents its API. */
  readonly documentation: string;
}
