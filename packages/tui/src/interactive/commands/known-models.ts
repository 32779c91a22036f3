import { ModelRegistry } from "@tau-ts/coding";
import type { Variables } from "@tau-ts/coding";
import { ModelList } from "../../rpc/model-list.ts";
import type { ModelChoice } from "./command-context.ts";

export interface KnownModelsOptions {
  readonly registry?: (() => Promise<ModelRegistry>) | undefined;
  /** Names, as `provider/id`, to choose from. Default: all that can be used. */
  readonly models?: readonly string[] | undefined;
  readonly tauHome: string;
  readonly variables: Variables;
}

/** Every model that there is to choose from. */
export async function knownModels(options: KnownModelsOptions): Promise<readonly ModelChoice[]> {
  const { models, tauHome, variables } = options;
  const registry =
    options.registry ?? (() => ModelRegistry.load({ tauHome, environment: variables }));
  const all = await new ModelList(registry, models).available();
  const choices = all.map(({ provider, id, name, contextWindow }) => ({
    name: `${provider}/${id}`,
    label: name,
    contextWindow,
  }));
  if (models === undefined) return choices;
  const known = new Map(choices.map((choice) => [choice.name, choice]));
  return models.map((name) => known.get(name) ?? { name, label: name, contextWindow: 0 });
}
