import { join } from "node:path";
import { isJsonObject, thinkingLevels } from "@tau-ts/ai";
import type { CatalogEntry, Compat, JsonObject, JsonValue, Prices, WireName } from "@tau-ts/ai";
import { errorText } from "../../errors.ts";
import { parseJsonc } from "../files/jsonc.ts";
import { SharedFile } from "../files/shared-file.ts";

/** A provider of the user's own, or what is different about a known one. */
export interface OwnProvider {
  readonly name: string;
  readonly wire?: WireName | undefined;
  readonly baseUrl?: string | undefined;
  /** As it was written: a key, `$VARIABLE` or `!command`. */
  readonly apiKey?: string | undefined;
  /** Sent with every request; values as they were written. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly compat?: Compat | undefined;
  readonly models: readonly CatalogEntry[];
}

/** What the user's `models.json` says. */
export interface OwnModels {
  readonly providers: readonly OwnProvider[];
  /** What was not understood, and so does not count. */
  readonly warnings: readonly string[];
}

const wireNames: readonly WireName[] = [
  "anthropic-messages",
  "google-generative-ai",
  "mistral-chat",
  "openai-completions",
  "openai-responses",
];

type Reader<T> = (value: JsonValue) => T | undefined;

const text: Reader<string> = (value) =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;
const count: Reader<number> = (value) =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : undefined;
const flag: Reader<boolean> = (value) => (typeof value === "boolean" ? value : undefined);
const wire: Reader<WireName> = (value) => wireNames.find((name) => name === value);
const address: Reader<string> = (value) =>
  typeof value === "string" && /^https?:\/\/[^/]/.test(value) && URL.canParse(value)
    ? value
    : undefined;
const texts: Reader<Record<string, string>> = (value) => (isTexts(value) ? value : undefined);
const compat: Reader<Compat> = (value) => (isCompat(value) ? value : undefined);
const inputs: Reader<readonly ("text" | "image")[]> = (value) =>
  isInputs(value) ? value : undefined;
const prices: Reader<Prices> = (value) => (isPrices(value) ? value : undefined);
const words: Reader<NonNullable<CatalogEntry["thinkingLevels"]>> = (value) =>
  isWords(value) ? value : undefined;

/**
 * The user's `models.json`: `{ "providers": { NAME: { wire, baseUrl, apiKey, headers, compat, models: [{ id, … }] } } }`,
 * with comments allowed. What is not understood is left out with a warning; so is a file that is damaged. Never rejects.
 */
export async function loadOwnModels(tauHome: string): Promise<OwnModels> {
  const path = join(tauHome, "models.json");
  const warnings: string[] = [];
  try {
    const content = await parseJsonc((await new SharedFile(path).read()) ?? "", path);
    const { providers = {}, ...others } = content;
    for (const key of Object.keys(others))
      if (key !== "$schema") warnings.push(`${path}: ${key} is not known`);
    if (!isJsonObject(providers)) throw new Error(`${path}: providers must be an object.`);
    const found = Object.entries(providers).map(([name, value]) =>
      readProvider(name, value, new Complaints(`${path}: providers.${name}`, warnings)),
    );
    return { providers: found.filter((provider) => provider !== undefined), warnings };
  } catch (error) {
    return {
      providers: [],
      warnings: [...warnings, `${errorText(error)} Its models do not count.`],
    };
  }
}

/** Says what was wrong, with the place in the file. */
class Complaints {
  readonly #where: string;
  readonly #warnings: string[];

  constructor(where: string, warnings: string[]) {
    this.#where = where;
    this.#warnings = warnings;
  }

  at(part: string): Complaints {
    return new Complaints(`${this.#where}.${part}`, this.#warnings);
  }

  add(what: string): void {
    this.#warnings.push(`${this.#where} ${what}`);
  }

  /** The field of an object, or undefined with a complaint when it is there and not understood. */
  field<T>(value: JsonObject, key: string, read: Reader<T>, expected: string): T | undefined {
    const raw = value[key];
    if (raw === undefined) return undefined;
    const understood = read(raw);
    if (understood === undefined) this.at(key).add(`was left out: it must be ${expected}`);
    return understood;
  }

  unknown(value: JsonObject, known: readonly string[]): void {
    for (const key of Object.keys(value))
      if (!known.includes(key)) this.at(key).add("is not known");
  }
}

const providerKeys = ["wire", "baseUrl", "apiKey", "headers", "compat", "models"] as const;

function readProvider(name: string, value: JsonValue, say: Complaints): OwnProvider | undefined {
  if (!isJsonObject(value) || name.includes("/") || name.trim() === "") {
    say.add("was left out: it must be an object, under a name without a slash");
    return undefined;
  }
  say.unknown(value, providerKeys);
  const { models = [] } = value;
  if (!Array.isArray(models)) say.at("models").add("was left out: it must be a list");
  const shared = readShared(value, say);
  const entries = (Array.isArray(models) ? models : []).map((model, index) =>
    readModel(name, model, say.at(`models[${index}]`)),
  );
  return {
    name,
    ...shared,
    apiKey: say.field(value, "apiKey", text, "a text"),
    models: entries.filter((entry) => entry !== undefined),
  };
}

function readShared(
  value: JsonObject,
  say: Complaints,
): Pick<OwnProvider, "wire" | "baseUrl" | "headers" | "compat"> {
  return {
    wire: say.field(value, "wire", wire, `one of ${wireNames.join(", ")}`),
    baseUrl: say.field(value, "baseUrl", address, "an http or https URL"),
    headers: say.field(value, "headers", texts, "an object of texts"),
    compat: say.field(value, "compat", compat, "an object"),
  };
}

const modelKeys = [
  "id",
  "name",
  "wire",
  "baseUrl",
  "contextWindow",
  "maxOutput",
  "inputs",
  "reasoning",
  "thinkingLevels",
  "prices",
  "headers",
  "compat",
] as const;

function readModel(provider: string, value: JsonValue, say: Complaints): CatalogEntry | undefined {
  const id = isJsonObject(value) && value["id"] !== undefined ? text(value["id"]) : undefined;
  if (!isJsonObject(value) || id === undefined) {
    say.add('was left out: it must be an object with an "id"');
    return undefined;
  }
  say.unknown(value, modelKeys);
  const name = say.field(value, "name", text, "a text");
  const accepted = say.field(value, "inputs", inputs, 'a list of "text" and "image"');
  const reasoning = say.field(value, "reasoning", flag, "true or false");
  const { wire: spoken, baseUrl, ...shared } = readShared(value, say);
  return {
    provider,
    id,
    ...shared,
    ...(spoken !== undefined && { wire: spoken }),
    ...(baseUrl !== undefined && { baseUrl }),
    ...(name !== undefined && { name }),
    ...(accepted !== undefined && { inputs: accepted }),
    ...(reasoning !== undefined && { reasoning }),
    contextWindow: say.field(value, "contextWindow", count, "a number of tokens"),
    maxOutput: say.field(value, "maxOutput", count, "a number of tokens"),
    thinkingLevels: say.field(value, "thinkingLevels", words, "a word or null for each level"),
    prices: say.field(value, "prices", prices, "dollars for a million tokens of each kind"),
  };
}

function isTexts(value: JsonValue): value is JsonObject & Record<string, string> {
  return isJsonObject(value) && Object.values(value).every((item) => typeof item === "string");
}

/** What each field means is for its wire to say, which ignores what it does not know. */
function isCompat(value: JsonValue): value is JsonObject & Compat {
  return isJsonObject(value);
}

function isInputs(value: JsonValue): value is ("text" | "image")[] {
  return Array.isArray(value) && value.every((item) => item === "text" || item === "image");
}

function isWords(
  value: JsonValue,
): value is JsonObject & NonNullable<CatalogEntry["thinkingLevels"]> {
  return (
    isJsonObject(value) &&
    Object.entries(value).every(
      ([level, word]) =>
        thinkingLevels.some((known) => known === level) &&
        (word === null || typeof word === "string"),
    )
  );
}

function isPrices(value: JsonValue): value is JsonObject & Prices {
  if (!isJsonObject(value)) return false;
  const { tiers, ...rates } = value;
  const areTiers =
    tiers === undefined ||
    (Array.isArray(tiers) && tiers.every((tier) => isJsonObject(tier) && isRates(tier)));
  return areTiers && isRates(rates);
}

function isRates(value: JsonObject): boolean {
  return Object.values(value).every((rate) => typeof rate === "number" && rate >= 0);
}
