import { errorText } from "../../errors.ts";
import type { Credential, CredentialStore } from "../credentials/credential-store.ts";
import { runKeyCommand } from "../credentials/key-command.ts";
import { secretKind, secretOf } from "../credentials/secret-value.ts";
import type { SecretSources } from "../credentials/secret-value.ts";
import { variableOf } from "../user-folders.ts";
import type { Variables } from "../user-folders.ts";
import type { ProviderEntry } from "./provider-entry.ts";

/** Where keys are looked up. */
export interface ProviderKeysOptions {
  readonly store: CredentialStore;
  readonly environment: Variables;
  /** Runs a `!command`. Default: `/bin/sh`, ten seconds. */
  readonly runCommand?: ((command: string) => Promise<string>) | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** What the store holds, by provider. */
type Credentials = ReadonlyMap<string, Credential>;

/** What a command printed counts for this long, in milliseconds: not every request should ask a password store. */
const commandLifeMs = 300_000;

/** Keys of providers: from the credential store, then the user's `models.json`, then the environment. */
export class ProviderKeys {
  readonly #store: CredentialStore;
  readonly #sources: SecretSources;
  readonly #now: () => number;
  readonly #printed = new Map<string, { readonly key: Promise<string>; readonly until: number }>();

  constructor(options: ProviderKeysOptions) {
    const run = options.runCommand ?? ((command: string) => runKeyCommand(command));
    this.#store = options.store;
    this.#now = options.now ?? Date.now;
    this.#sources = {
      environment: options.environment,
      runCommand: (command) => this.#runOnce(command, run),
    };
  }

  /** Whether there is a key, as far as that can be told without running a command. Never rejects. */
  async has(provider: ProviderEntry): Promise<boolean> {
    return (await this.firstWithKey([provider])) !== undefined;
  }

  /** The first of them there is a key for, as `has` tells; the store is read once for all. Never rejects. */
  async firstWithKey(providers: readonly ProviderEntry[]): Promise<ProviderEntry | undefined> {
    const { credentials } = await this.#stored();
    return providers.find((provider) => this.#hasKey(provider, credentials));
  }

  #hasKey(provider: ProviderEntry, credentials: Credentials): boolean {
    const written = writtenFor(provider, credentials);
    if (written === undefined) return this.#variable(provider) !== undefined;
    const kind = secretKind(written);
    if (kind.kind !== "variable") return true;
    return variableOf(this.#sources.environment, kind.name) !== undefined;
  }

  /**
   * The key, undefined when there is none. Rejects when a key was kept and cannot be had: its variable is not set, its
   * command fails, or the store is damaged and nothing else has a key.
   */
  async keyOf(provider: ProviderEntry): Promise<string | undefined> {
    const { credentials, problem } = await this.#stored();
    const source = writtenFor(provider, credentials);
    if (source !== undefined) {
      try {
        return await secretOf(source, this.#sources);
      } catch (error) {
        throw new Error(`the key of ${provider.name} could not be had: ${errorText(error)}`, {
          cause: error,
        });
      }
    }
    const key = this.#variable(provider);
    if (key === undefined && problem !== undefined) throw problem;
    return key;
  }

  /** The texts with every `$VARIABLE` and `!command` looked up. Rejects when one cannot be had. */
  async lookUp(texts: Readonly<Record<string, string>>): Promise<Record<string, string>> {
    const found = Object.entries(texts).map(
      async ([name, text]) => [name, await secretOf(text, this.#sources)] as const,
    );
    return Object.fromEntries(await Promise.all(found));
  }

  #variable({ keyVariables }: ProviderEntry): string | undefined {
    const { environment } = this.#sources;
    return keyVariables
      .map((name) => variableOf(environment, name))
      .find((key) => key !== undefined);
  }

  /** What the store holds, as it was written; a store that cannot be read is a problem, not an end. */
  async #stored(): Promise<{ readonly credentials: Credentials; readonly problem?: unknown }> {
    try {
      return { credentials: await this.#store.all() };
    } catch (error) {
      return { credentials: new Map(), problem: error };
    }
  }

  /** Requests at the same time share one run; a failure is not remembered. */
  #runOnce(command: string, run: (command: string) => Promise<string>): Promise<string> {
    const known = this.#printed.get(command);
    if (known && known.until > this.#now()) return known.key;
    const key = run(command);
    this.#printed.set(command, { key, until: this.#now() + commandLifeMs });
    key.catch(() => this.#printed.delete(command));
    return key;
  }
}

/** The key of a provider as it was written: in the store, else in the user's `models.json`. */
function writtenFor(
  { name, names, own }: ProviderEntry,
  credentials: Credentials,
): string | undefined {
  const called = [name, own?.name ?? name, ...names];
  const credential = called.map((one) => credentials.get(one)).find((found) => found !== undefined);
  return (credential && keyIn(credential)) ?? own?.apiKey;
}

function keyIn(credential: Credential): string | undefined {
  const { type, key } = credential;
  return type === "api_key" && typeof key === "string" ? key : undefined;
}
