import type { ModelRegistry } from "../settings/models/model-registry.ts";
import type { Settings } from "../settings/settings.ts";
import type { Variables } from "../settings/user-folders.ts";
import type { FindModel } from "./agent-options.ts";

/** What models are found by. */
export interface ModelSources {
  readonly tauHome: string;
  readonly environment: Variables;
  readonly settings: Pick<Settings, "retry" | "streamIdleMs">;
  readonly onWarning: (warning: string) => void;
}

/** Finds models by the user's keys and the catalog, which are loaded when the first one is asked for. */
export function findConfiguredModel(sources: ModelSources): FindModel {
  let loaded: Promise<ModelRegistry> | undefined;
  return async (reference) => {
    const [{ resolveModel }, { nodeTransport }] = await Promise.all([
      import("../settings/models/resolve-model.ts"),
      import("@tau-ts/ai/node"),
    ]);
    loaded ??= loadRegistry(sources);
    const { retry, streamIdleMs: idleMs } = sources.settings;
    const timeouts =
      idleMs === undefined ? {} : { connectMs: idleMs, firstEventMs: idleMs, idleMs };
    return resolveModel(reference, {
      registry: await loaded,
      fetch: nodeTransport(),
      retry,
      timeouts,
    });
  };
}

async function loadRegistry(sources: ModelSources): Promise<ModelRegistry> {
  const { tauHome, environment, onWarning } = sources;
  const { ModelRegistry: Registry } = await import("../settings/models/model-registry.ts");
  const registry = await Registry.load({ tauHome, environment });
  for (const warning of registry.warnings) onWarning(warning);
  return registry;
}
