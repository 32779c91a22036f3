import { ModelChoiceError, ModelRegistry } from "@tau-ts/coding";
import type { Work } from "./work.ts";

/** Tells of each model to switch between that is not known. At an address of one's own, any name may be known. */
export async function checkNamedModels({ given, tauHome, variables, io }: Work): Promise<void> {
  const { models = [], baseUrl } = given;
  if (models.length === 0 || baseUrl !== undefined) return;
  const registry = await ModelRegistry.load({ tauHome, environment: variables });
  for (const name of models) {
    const problem = await modelProblem(registry, name);
    if (problem !== undefined) io.notify(`--models: ${problem}`);
  }
}

/** What is wrong with the name of a model; undefined for one that is known, as the offline demo is. */
export async function modelProblem(
  registry: ModelRegistry,
  name: string,
): Promise<string | undefined> {
  if (name === "offline/offline-demo") return undefined;
  try {
    await registry.checkName(name);
    return undefined;
  } catch (error) {
    if (ModelChoiceError.isInstance(error)) return error.message;
    throw error;
  }
}
