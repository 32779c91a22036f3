import { join } from "node:path";
import { isJsonObject } from "@tau-ts/ai";
import type { JsonObject, JsonValue } from "@tau-ts/ai";
import { SettingsError } from "../../errors.ts";
import { editJsonc, parseJsonc } from "../files/jsonc.ts";
import { SharedFile } from "../files/shared-file.ts";
import type { SharedFileOptions } from "../files/shared-file.ts";

/** What is kept for one provider. Fields that are not known here are kept as they are. */
export type Credential =
  | { readonly type: "api_key"; readonly key: string }
  | (JsonObject & { readonly type: string });

/**
 * Keys by provider, in a file that only its owner can read. A key is kept as it is, as `$VARIABLE`, or as `!command` that
 * prints it.
 */
export class CredentialStore {
  /** The file. */
  readonly path: string;
  readonly #file: SharedFile;

  constructor(tauHome: string, options: Omit<SharedFileOptions, "isPrivate"> = {}) {
    this.path = join(tauHome, "credentials.json");
    this.#file = new SharedFile(this.path, { ...options, isPrivate: true });
  }

  /**
   * What is kept, by provider; keys are as they were written, not yet looked up. Throws `SettingsError` (`damaged`), and
   * `WorkspaceError` when the file cannot be read.
   */
  async all(): Promise<ReadonlyMap<string, Credential>> {
    const value = await parseJsonc((await this.#file.read()) ?? "", this.path);
    return new Map(
      Object.entries(value).map(([provider, kept]) => [
        provider,
        readCredential(kept, provider, this.path),
      ]),
    );
  }

  /** Keeps a credential in the place of the provider's earlier one. Throws what `SharedFile.update` throws. */
  async set(provider: string, credential: Credential): Promise<void> {
    const isEmpty =
      provider.trim() === "" || (credential.type === "api_key" && credential["key"] === "");
    if (isEmpty)
      throw new SettingsError(
        "value",
        this.path,
        `Could not keep the key of ${JSON.stringify(provider)}: it is empty.`,
      );
    await this.#file.update((text) =>
      editJsonc(text ?? "", this.path, [provider], { ...credential }),
    );
  }

  /** Forgets what is kept for a provider. */
  async remove(provider: string): Promise<void> {
    await this.#file.update((text) =>
      text === undefined ? undefined : editJsonc(text, this.path, [provider], undefined),
    );
  }

  /** A sentence when others than the owner can read the file; it is closed to them at the next change. */
  async exposure(): Promise<string | undefined> {
    return (await this.#file.isExposed())
      ? `Others can read the keys in ${this.path}. Close it to them: chmod 600 ${this.path}`
      : undefined;
  }
}

/** A text alone is a key too: that is how people write it by hand. */
function readCredential(value: JsonValue, provider: string, path: string): Credential {
  if (typeof value === "string" && value !== "") return { type: "api_key", key: value };
  if (isJsonObject(value)) {
    const { type, key } = value;
    if (type === "api_key" && typeof key === "string" && key !== "") return { type, key };
    if (typeof type === "string" && type !== "api_key") return { ...value, type };
  }
  throw new SettingsError(
    "damaged",
    path,
    `Could not read ${path}: what it says about ${JSON.stringify(provider)} is no key. Write "${provider}": "KEY", or take it out.`,
  );
}
