import { mergeCompat } from "../wires/compat.ts";
import { allRows, findRow, type CatalogFile } from "./catalog-file.ts";
import { CATALOG_FILES } from "./catalog-files.ts";
import type { CatalogModel } from "./catalog-model.ts";

/**
 * A user's own model, or other facts about a known one. Fields that are given take the place of the catalog's, except
 * that `compat` is merged. A model that the catalog does not know needs at least `wire` and `baseUrl`, unless the
 * catalog knows other models of its provider.
 */
export type CatalogEntry = Pick<CatalogModel, "provider" | "id"> & Partial<CatalogModel>;

/** What is laid over the catalog. */
export interface CatalogOptions {
  /** Default: nothing. */
  readonly overlay?: readonly CatalogEntry[] | undefined;
}

/** Providers of which the catalog knows models, by name. */
export function catalogProviders(): string[] {
  return Object.keys(CATALOG_FILES);
}

/**
 * The facts about one model; `undefined` when neither the catalog nor the overlay knows it. Loads the models of that one
 * provider and nothing else. Rejects with a TypeError for an overlay entry that lacks `wire` or `baseUrl`.
 */
export async function findCatalogModel(
  provider: string,
  id: string,
  { overlay = [] }: CatalogOptions = {},
): Promise<CatalogModel | undefined> {
  const file = await load(provider);
  const entry = overlay.find((own) => own.provider === provider && own.id === id);
  const known = file === undefined ? undefined : findRow(file, id);
  return entry === undefined ? known : overlaid(entry, known, file);
}

/** Every model of a provider, those of the overlay that the catalog does not know first. */
export async function listCatalogModels(
  provider: string,
  { overlay = [] }: CatalogOptions = {},
): Promise<CatalogModel[]> {
  const file = await load(provider);
  const known = file === undefined ? [] : allRows(file);
  const byId = new Map(known.map((model) => [model.id, model]));
  const entries = overlay.filter((own) => own.provider === provider);
  const own = entries.map((entry) => overlaid(entry, byId.get(entry.id), file));
  const added = own.filter(({ id }) => !byId.has(id));
  const changed = new Map(own.map((model) => [model.id, model]));
  return [...added, ...known.map((model) => changed.get(model.id) ?? model)];
}

async function load(provider: string): Promise<CatalogFile | undefined> {
  return Object.hasOwn(CATALOG_FILES, provider) ? CATALOG_FILES[provider]?.() : undefined;
}

function overlaid(
  entry: CatalogEntry,
  known: CatalogModel | undefined,
  file: CatalogFile | undefined,
): CatalogModel {
  const sibling = known ?? (file === undefined ? undefined : allRows(file)[0]);
  const wire = entry.wire ?? sibling?.wire;
  const baseUrl = entry.baseUrl ?? sibling?.baseUrl;
  if (wire === undefined || baseUrl === undefined) {
    throw new TypeError(
      `the overlay's model ${entry.provider}/${entry.id} is not in the catalog: give its wire and its baseUrl`,
    );
  }
  const base = known ?? { name: entry.id, inputs: ["text", "image"], reasoning: false };
  const given = Object.fromEntries(
    Object.entries(entry).filter(([, value]) => value !== undefined),
  );
  const compat = mergeCompat(known?.compat, entry.compat);
  return {
    ...base,
    ...given,
    provider: entry.provider,
    id: entry.id,
    wire,
    baseUrl,
    ...(Object.keys(compat).length > 0 && { compat }),
  };
}
