import type { WireName } from "@tau-ts/ai";

/** Where a named provider is, how it is spoken to, and what opens it. */
export interface Provider {
  readonly name: string;
  readonly wire: WireName;
  readonly baseUrl: string;
  /** The variables that hold the key, and another address. */
  readonly keyVariable: string;
  readonly baseUrlVariable: string;
  readonly defaultModel: string;
}

export const providers: readonly [Provider, ...Provider[]] = [
  {
    name: "anthropic",
    wire: "anthropic-messages",
    baseUrl: "https://api.anthropic.com",
    keyVariable: "ANTHROPIC_API_KEY",
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    defaultModel: "claude-sonnet-4-5",
  },
];

export const wireNames: readonly WireName[] = ["anthropic-messages"];
