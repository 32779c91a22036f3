import { thinkingLevels } from "@tau-ts/ai";
import type { CatalogModel, ThinkingLevel } from "@tau-ts/ai";
import { ModelChoiceError } from "../../errors.ts";
import { nearest } from "../nearest.ts";
import { defaultModels } from "./default-models.ts";
import { readings, splitProvider } from "./model-reference.ts";
import type { ModelReading } from "./model-reference.ts";
import type { ProviderEntry } from "./provider-entry.ts";

/** What is asked of a `ModelRegistry` to find a model. */
export interface KnownModels {
  readonly providers: readonly ProviderEntry[];
  readonly keys: { has(provider: ProviderEntry): Promise<boolean> };
  provider(name: string): ProviderEntry | undefined;
  find(provider: ProviderEntry, id: string): Promise<CatalogModel | undefined>;
  list(provider: ProviderEntry): Promise<readonly CatalogModel[]>;
  ownBaseUrl(provider: ProviderEntry): string | undefined;
}

/** Which model was meant. */
export interface FoundModel {
  readonly provider: ProviderEntry;
  readonly id: string;
  readonly thinking?: ThinkingLevel;
  /** Absent for a model that nobody knows anything of, at a provider whose models are not listed. */
  readonly facts?: CatalogModel | undefined;
}

/**
 * The model that `provider/id:thinking` means. The provider may be left out when the id is known: one there is a key for
 * comes first. The id may be left out too, which means the provider's default. Throws `ModelChoiceError` that says what
 * may have been meant.
 */
export async function findModel(known: KnownModels, reference: string): Promise<FoundModel> {
  const candidates = readings(reference);
  if (candidates[0]?.name === "")
    throw new ModelChoiceError("reference", "The name of the model is empty. Write provider/id.");
  for (const reading of candidates) {
    const found = (await atProvider(known, reading)) ?? (await anywhere(known, reading));
    if (found) return found;
  }
  // Shorter first: `id:high` at a provider that takes any id means the level.
  for (const reading of candidates.toReversed()) {
    const found = unlisted(known, reading);
    if (found) return found;
  }
  throw await unknown(known, reference.trim());
}

async function atProvider(
  known: KnownModels,
  reading: ModelReading,
): Promise<FoundModel | undefined> {
  const { name, ...level } = reading;
  const whole = known.provider(name);
  if (whole) return withDefault(known, whole, level);
  const parts = splitProvider(name);
  const provider = parts && known.provider(parts.first);
  if (!provider) return undefined;
  const facts = await known.find(provider, parts.rest);
  return facts && { provider, id: parts.rest, facts, ...level };
}

async function withDefault(
  known: KnownModels,
  provider: ProviderEntry,
  level: Pick<FoundModel, "thinking">,
): Promise<FoundModel> {
  const id =
    provider.own?.models[0]?.id ??
    defaultModels.find((entry) => entry.provider === provider.name)?.id;
  if (id === undefined)
    throw new ModelChoiceError(
      "model",
      `${provider.name} has no default model. Write ${provider.name}/MODEL.`,
    );
  return { provider, id, facts: await known.find(provider, id), ...level };
}

/** A name without its provider. */
async function anywhere(
  known: KnownModels,
  reading: ModelReading,
): Promise<FoundModel | undefined> {
  const { name: id, ...level } = reading;
  let first: FoundModel | undefined;
  for (const provider of known.providers) {
    const facts = await known.find(provider, id);
    if (!facts) continue;
    const found = { provider, id, facts, ...level };
    if (provider.own || (await known.keys.has(provider))) return found;
    first ??= found;
  }
  return first;
}

/** Servers whose models no list holds take any id: one's own, another address, and providers the catalog does not know. */
function unlisted(known: KnownModels, reading: ModelReading): FoundModel | undefined {
  const { name, ...level } = reading;
  const parts = splitProvider(name);
  const provider = parts && known.provider(parts.first);
  if (!provider || parts.rest === "") return undefined;
  const isListed = provider.catalogName !== undefined && known.ownBaseUrl(provider) === undefined;
  return isListed ? undefined : { provider, id: parts.rest, ...level };
}

async function unknown(known: KnownModels, reference: string): Promise<ModelChoiceError> {
  const parts = splitProvider(reference);
  const provider = parts && known.provider(parts.first);
  if (provider) return unknownAt(known, provider, parts.rest);
  const names = known.providers.map(({ name }) => name);
  if (parts) {
    const [guess] = nearest(parts.first, names, 1);
    if (guess !== undefined)
      return new ModelChoiceError(
        "provider",
        `There is no provider ${JSON.stringify(parts.first)}. Did you mean ${guess}/${parts.rest}?`,
      );
  }
  const listed = await Promise.all(
    known.providers.map(async (entry) =>
      (await known.list(entry)).map(({ id }) => ({ id, name: `${entry.name}/${id}` })),
    ),
  );
  const all = listed.flat();
  // One provider for each id is enough to show how it is written.
  const byId = new Map(all.toReversed().map(({ id, name }) => [id, name]));
  const ids = nearest(reference, byId.keys()).map((id) => byId.get(id) ?? id);
  const guesses =
    ids.length > 0
      ? ids
      : nearest(
          reference,
          all.map(({ name }) => name),
        );
  const hint = didYouMean(guesses) || `Write provider/id; the providers are ${names.join(", ")}.`;
  return new ModelChoiceError("model", `There is no model ${JSON.stringify(reference)}. ${hint}`);
}

async function unknownAt(
  known: KnownModels,
  provider: ProviderEntry,
  id: string,
): Promise<ModelChoiceError> {
  const colon = id.lastIndexOf(":");
  if (colon > 0 && (await known.find(provider, id.slice(0, colon))))
    return new ModelChoiceError(
      "reference",
      `There is no level of thinking ${JSON.stringify(id.slice(colon + 1))}. The levels are ${thinkingLevels.join(", ")}.`,
    );
  const ids = (await known.list(provider)).map((model) => `${provider.name}/${model.id}`);
  const more = `If ${provider.name} has it all the same, add it to models.json.`;
  const hint = [didYouMean(nearest(`${provider.name}/${id}`, ids)), more].filter(Boolean).join(" ");
  return new ModelChoiceError(
    "model",
    `${provider.name} has no model ${JSON.stringify(id)}. ${hint}`,
  );
}

function didYouMean(guesses: readonly string[]): string {
  return guesses.length === 0 ? "" : `Did you mean ${guesses.join(", or ")}?`;
}
